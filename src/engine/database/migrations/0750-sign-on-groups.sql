-- Roles that groups of a provider of single sign-on give, and how long its sessions may last.

alter table identity_provider
  -- Beside openid, email and profile: some providers send groups only to clients that ask for them.
  add column scopes text[] not null default '{}',
  add column groups_claim text not null default 'groups' check (groups_claim <> ''),
  -- How long a session lasts at most; null: as long as others.
  add column session_minutes int check (session_minutes > 0);

-- What the members of a group at the provider may do on an account, or for an administrator, of its brand.
create table sign_on_role (
  id bigint generated always as identity primary key,
  provider_id bigint not null references identity_provider on delete cascade,
  group_name text not null check (group_name <> ''),
  account_id bigint references account on delete cascade,
  parent_id bigint references parent on delete cascade,
  role text not null check (
    role = any (case when parent_id is null then array['owner', 'member', 'reader']
      else array['administrator', 'billing', 'auditor'] end)
  ),
  check (num_nonnulls(account_id, parent_id) = 1),
  unique nulls not distinct (provider_id, group_name, account_id, parent_id)
);
create index sign_on_role_account on sign_on_role (account_id) where account_id is not null;
create index sign_on_role_parent on sign_on_role (parent_id) where parent_id is not null;

-- Roles that came from groups of a provider end with it; those given by hand, or by a directory, are never touched by it.
alter table membership
  drop constraint membership_source_check,
  add constraint membership_source_check check (source in ('manual', 'scim', 'sso')),
  add column provider_id bigint references identity_provider on delete cascade,
  add constraint membership_provider_check check ((source = 'sso') = (provider_id is not null));
create index membership_provider on membership (provider_id) where provider_id is not null;
