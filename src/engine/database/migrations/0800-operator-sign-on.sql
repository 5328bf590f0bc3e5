-- Single sign-on of operators.

alter table identity_provider
  -- Null: operators log in there, not people of a brand.
  alter column brand_id drop not null,
  add constraint identity_provider_brand_check check (brand_id is not null or parent_id is null);
create unique index identity_provider_operators on identity_provider (issuer, client_id) where brand_id is null;

alter table operator
  -- By which a provider knows an operator who was added here.
  add column email text check (email = lower(email)),
  -- Groups of this provider made the operator and give the role.
  add column provider_id bigint references identity_provider on delete set null;
create unique index operator_email on operator (email) where removed_at is null;
create index operator_provider on operator (provider_id) where provider_id is not null;

-- Who an operator is at a provider.
alter table external_identity
  alter column person_id drop not null,
  add column operator_id bigint references operator on delete cascade,
  add constraint external_identity_check check (num_nonnulls(person_id, operator_id) = 1);
create index external_identity_operator on external_identity (operator_id) where operator_id is not null;

-- Groups of operators' providers give roles in the console.
alter table sign_on_role
  drop constraint sign_on_role_check,
  drop constraint sign_on_role_check1,
  add constraint sign_on_role_check check (num_nonnulls(account_id, parent_id) <= 1),
  add constraint sign_on_role_role_check check (
    role = any (case
      when account_id is not null then array['owner', 'member', 'reader']
      when parent_id is not null then array['administrator', 'billing', 'auditor']
      else array['full', 'support', 'finance'] end)
  );

-- A second step after single sign-on opens a session that its provider may end.
alter table login_step add column sign_on jsonb;
