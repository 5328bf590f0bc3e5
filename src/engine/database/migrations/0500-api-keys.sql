-- Keys by which programs use the public API (/v1). A row without account and administrator is an operator's key.
create table api_key (
  id bigint generated always as identity primary key,
  account_id bigint references account on delete cascade,
  parent_id bigint references parent on delete cascade,
  -- The readable part of the key: it finds the row and may be shown.
  public_id text not null unique check (public_id ~ '^[A-Za-z0-9]{10}$'),
  mode text not null check (mode in ('live', 'test')),
  -- What its owner calls it: “billing system”.
  name text not null check (name <> ''),
  -- SHA-256 of the secret part: 256 random bits need no slow hash.
  hash bytea not null,
  -- While a key is rotated, the secret before is good until then.
  old_hash bytea,
  old_until timestamptz,
  scopes text[] not null,
  -- Networks that it may be used from; none means any.
  networks cidr[] not null default '{}',
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_address text not null default '',
  check (num_nonnulls(account_id, parent_id) <= 1)
);
create index api_key_account on api_key (account_id) where account_id is not null;
create index api_key_parent on api_key (parent_id) where parent_id is not null;
