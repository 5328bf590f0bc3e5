-- Passwords for mail programs and machines that send faxes by e-mail. Random ones, so that a plain hash protects them.
create table app_password (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- What the owner calls it: «scanner, 2nd floor».
  name text not null check (name <> ''),
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_address text not null default ''
);
create index app_password_account on app_password (account_id);
