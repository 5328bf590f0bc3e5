-- Who opened, downloaded, printed or was sent which fax. Rows are never changed; they are in a chain of their own, as
-- those of the audit are in theirs (migration 0130): there are many times more of them.

create table fax_access (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id bigint not null,
  -- Null: all faxes, as reading the activity is. Not a foreign key: the fax may be purged, its history stays.
  fax_id bigint,
  kind text not null check (kind in ('open', 'download', 'print', 'mail', 'copy', 'log')),
  form text not null default '',
  actor_kind text not null check (actor_kind in ('account', 'parent', 'operator', 'system')),
  actor_id bigint,
  -- A mail address or a storage, where nobody was at a browser.
  name text not null default '',
  address text not null default '',
  device text not null default '',
  -- Person, fax, kind, day, address and browser in one hash: a repeated access adds no row.
  access_key bytea unique,
  chain_no bigint unique,
  hash bytea,
  -- Set where the account was erased: proves what is left of the row, whose hash is of what it said before.
  erased_mac bytea
);
create index fax_access_account on fax_access (account_id, id);
create index fax_access_fax on fax_access (account_id, fax_id, id);
create index fax_access_unchained on fax_access (id) where chain_no is null;
create trigger fax_access_written after insert on fax_access for each statement execute function audit_written();

create table fax_access_chain (
  only_one boolean primary key default true check (only_one),
  base_no bigint not null default 0,
  base_hash bytea not null default '',
  last_no bigint not null default 0,
  last_hash bytea not null default '',
  mac bytea
);
insert into fax_access_chain default values;

alter table audit add column erased_mac bytea;

-- Only a stub of the account is left: its id, its days and its pages by month.
alter table account add column erased_at timestamptz;
