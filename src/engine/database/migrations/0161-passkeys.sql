-- Passkeys of accounts and administrators (W3C Web Authentication; contract 12).

create table passkey (
  id bigint generated always as identity primary key,
  account_id bigint references account on delete cascade,
  parent_id bigint references parent on delete cascade,
  -- The host name that it belongs to; on any other it opens nothing.
  rp_id text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Grows with every use where the device counts; a smaller one is a copy's.
  counter bigint not null,
  transports text[] not null default '{}',
  -- What the owner calls it: «my phone».
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  check (num_nonnulls(account_id, parent_id) = 1)
);
create index passkey_account on passkey (account_id) where account_id is not null;
create index passkey_parent on passkey (parent_id) where parent_id is not null;

-- What devices are to sign; gone once it was used. Without owner: a login.
create table passkey_challenge (
  hash bytea primary key,
  account_id bigint references account on delete cascade,
  parent_id bigint references parent on delete cascade,
  rp_id text not null,
  expires_at timestamptz not null,
  check (num_nonnulls(account_id, parent_id) <= 1)
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
create index passkey_challenge_account on passkey_challenge (account_id) where account_id is not null;
create index passkey_challenge_parent on passkey_challenge (parent_id) where parent_id is not null;
