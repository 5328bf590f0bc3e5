-- Providers of single sign-on that administrators set up for the people of their own accounts.

alter table identity_provider
  -- Whose people log in there; null: those of the whole brand.
  add column parent_id bigint references parent on delete cascade,
  -- The last test login: when, what went wrong, whose it was, and the groups that came.
  add column test jsonb;
create unique index identity_provider_parent on identity_provider (parent_id) where parent_id is not null;

-- A test login changes nothing but what the page shows of it.
alter table sign_on_attempt add column is_test boolean not null default false;

-- Email domains of an administrator's provider. Only verified ones count: identity_provider.domains has them.
create table sign_on_domain (
  id bigint generated always as identity primary key,
  provider_id bigint not null references identity_provider on delete cascade,
  domain text not null check (domain = lower(domain)),
  proof_key text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  unique (provider_id, domain)
);
create index sign_on_domain_verified on sign_on_domain (domain) where verified_at is not null;
