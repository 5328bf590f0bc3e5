-- Files that somebody chose in Egnyte to be faxed, until they are (contract 7.7).
create table egnyte_task (
  -- Names the task in addresses; it opens nothing without the cookie of the browser that it was pinned to.
  id text primary key,
  domain text not null,
  username text not null,
  -- Of the person who chose the files, sealed.
  token text not null,
  -- Settings address and its one-time token, for the person who has not agreed yet; sealed.
  settings text not null,
  items jsonb not null,
  account_id bigint references account on delete cascade,
  -- Opens the task once, for five minutes; then the browser that did has the pin.
  open_hash bytea not null unique,
  open_until timestamptz not null,
  pin_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index egnyte_task_expiry on egnyte_task (expires_at);

-- A person of an Egnyte domain who may fax for an account, known by a key that Egnyte keeps for us.
create table egnyte_link (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  domain text not null,
  key_hash bytea not null unique,
  created_at timestamptz not null default now()
);
create index egnyte_link_account on egnyte_link (account_id);
