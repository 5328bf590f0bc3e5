-- Two-step login of accounts and administrators who asked for it (contract 12).

-- What an authenticator app shares with us (RFC 6238); each belongs to an account or to an administrator.
create table second_step (
  id bigint generated always as identity primary key,
  account_id bigint unique references account on delete cascade,
  parent_id bigint unique references parent on delete cascade,
  -- Sealed.
  secret text not null,
  -- Null while it is being set up: logging in doesn't ask for it yet.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: it and older ones are refused (RFC 6238 §5.2).
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  check (num_nonnulls(account_id, parent_id) = 1)
);

-- For the day when the app is lost. Random ones, so that a plain hash protects them.
create table recovery_code (
  second_step_id bigint not null references second_step on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (second_step_id, hash)
);

-- Logins whose password was right and whose second step is still to come.
create table login_step (
  hash bytea primary key,
  account_id bigint references account on delete cascade,
  parent_id bigint references parent on delete cascade,
  guesses int not null default 0,
  expires_at timestamptz not null,
  check (num_nonnulls(account_id, parent_id) = 1)
);
create index login_step_expiry on login_step (expires_at);
create index login_step_account on login_step (account_id) where account_id is not null;
create index login_step_parent on login_step (parent_id) where parent_id is not null;
