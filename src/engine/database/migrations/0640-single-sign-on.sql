-- Single sign-on: people of a brand log in at an OpenID Connect provider that the operator has named.

create table identity_provider (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brand,
  -- On the button of the login page.
  name text not null check (name <> ''),
  issuer text collate "C" not null,
  client_id text collate "C" not null,
  -- Sealed for the issuer; null only while the row is being made.
  secret text,
  -- Whose addresses it answers for, in lower case.
  domains text[] not null default '{}',
  -- The operator vouches for its addresses: it says nothing of whether they were proved.
  trusts_addresses boolean not null default false,
  -- People of its domains log in here only.
  required boolean not null default false,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  unique (brand_id, issuer, client_id)
);

-- Who somebody is at a provider; the subject is the only name that counts (OpenID Connect Core 5.7).
create table external_identity (
  provider_id bigint not null references identity_provider on delete cascade,
  subject text collate "C" not null,
  person_id bigint not null references person on delete cascade,
  created_at timestamptz not null default now(),
  last_login_at timestamptz not null default now(),
  primary key (provider_id, subject)
);
create index external_identity_person on external_identity (person_id);

-- A login that is under way at a provider; the browser has the key in a cookie.
create table sign_on_attempt (
  id_hash bytea primary key,
  provider_id bigint not null references identity_provider on delete cascade,
  state text not null,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);
create index sign_on_attempt_provider on sign_on_attempt (provider_id);
create index sign_on_attempt_expiry on sign_on_attempt (expires_at);

-- Sessions that the provider may end.
alter table session
  add column provider_id bigint references identity_provider on delete cascade,
  add column provider_sid text;
create index session_provider on session (provider_id) where provider_id is not null;
