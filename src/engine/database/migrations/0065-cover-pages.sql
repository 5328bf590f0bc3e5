-- What an account's cover pages say about the sender, and templates that brands brought with them.

create table cover_settings (
  account_id bigint primary key references account on delete cascade,
  use_coverpage boolean not null default false,
  name text not null default '',
  company text not null default '',
  location text not null default '',
  phone text not null default '',
  template_id bigint not null default 1,
  updated_at timestamptz not null default now()
);

-- Ids up to 100 belong to the templates that ship with the product.
create table cover_template (
  id bigint generated always as identity (start with 101) primary key,
  brand_id bigint not null references brand on delete cascade,
  name text not null,
  -- A program of typst, written by the operator; what people write is only ever its data.
  source text not null,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create index cover_template_brand on cover_template (brand_id, id) where active;

-- What the cover page of a document says, ready for people; drawn when the pages behind it are counted.
alter table document add cover jsonb;
