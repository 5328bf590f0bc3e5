-- Files of a fax that is still being written: converted at once, looked at, then sent or swept.
create table draft (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- How the wire and the file store name it; random, so that nothing can be guessed.
  key text collate "C" not null unique,
  name text not null,
  extension text not null,
  bytes int not null,
  state text not null default 'new' check (state in ('new', 'ready', 'failed')),
  -- Why it can't become pages.
  fault text,
  pages int not null default 0,
  -- Times a converter died on it.
  deaths smallint not null default 0,
  -- Until then one process converts it.
  converting_until timestamptz,
  created_at timestamptz not null default now()
);
create index draft_account on draft (account_id, id);
create index draft_age on draft (created_at);
