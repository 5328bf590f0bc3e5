-- People who work on fax accounts under their own names. The login with number and password stays, as the owner's.

create table person (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brand,
  -- In lower case; proved, because the link of an invitation went there.
  email text collate "C" not null check (email = lower(email)),
  name text not null check (name <> ''),
  password_hash text,
  created_at timestamptz not null default now(),
  unique (brand_id, email)
);

create table membership (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  account_id bigint not null references account on delete cascade,
  role text not null check (role in ('owner', 'member', 'reader')),
  created_at timestamptz not null default now(),
  -- Logging in opens the account that was used last.
  last_used_at timestamptz,
  unique (person_id, account_id)
);
create index membership_account on membership (account_id);

-- An address that is asked to work on an account; gone once it has answered.
create table invitation (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  email text collate "C" not null check (email = lower(email)),
  role text not null check (role in ('owner', 'member', 'reader')),
  -- Who asked, where it was not the login with number and password.
  person_id bigint references person on delete set null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (account_id, email)
);
create index invitation_person on invitation (person_id) where person_id is not null;

-- Sessions of people on an account are of their own kind, which the version before lets in nowhere; they stand while the
-- membership does.
alter table session
  add column person_id bigint references person on delete cascade,
  drop constraint session_kind_check,
  add constraint session_kind_check check (
    kind in ('user', 'multifax', 'task', 'operator', 'person') and (kind = 'person') = (person_id is not null)
  );
create index session_person on session (person_id) where person_id is not null;

alter table second_step
  add column person_id bigint unique references person on delete cascade,
  drop constraint second_step_check,
  add constraint second_step_check check (num_nonnulls(account_id, parent_id, operator_id, person_id) = 1);
alter table login_step
  add column person_id bigint references person on delete cascade,
  drop constraint login_step_check,
  add constraint login_step_check check (num_nonnulls(account_id, parent_id, operator_id, person_id) = 1);
create index login_step_person on login_step (person_id) where person_id is not null;
alter table passkey
  add column person_id bigint references person on delete cascade,
  drop constraint passkey_check,
  add constraint passkey_check check (num_nonnulls(account_id, parent_id, person_id) = 1);
create index passkey_person on passkey (person_id) where person_id is not null;
alter table passkey_challenge
  add column person_id bigint references person on delete cascade,
  drop constraint passkey_challenge_check,
  add constraint passkey_challenge_check check (num_nonnulls(account_id, parent_id, person_id) <= 1);
create index passkey_challenge_person on passkey_challenge (person_id) where person_id is not null;

-- Links to new passwords of people.
alter table token
  drop constraint token_subject_kind_check,
  add constraint token_subject_kind_check check (subject_kind in ('account', 'parent', 'person'));

-- People act on their own login, too.
alter table audit
  drop constraint audit_actor_kind_check,
  add constraint audit_actor_kind_check
    check (actor_kind in ('account', 'parent', 'operator', 'person', 'system', 'guest'));

-- Whoever is signed in asks again at once: a role that changed changes the page, one that ended ends the session.
create trigger membership_hint after insert or delete or update of role on membership
  for each row execute function hint_change('account');
