-- People who run the installation and sign in to the console at /operator.

create table operator (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '^[a-z0-9][a-z0-9._-]{0,31}$'),
  -- Null once removed: the row stays, because the audit names it.
  password_hash text,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  removed_at timestamptz
);
create unique index operator_name on operator (name) where removed_at is null;

alter table session drop constraint session_kind_check;
alter table session add constraint session_kind_check check (kind in ('user', 'multifax', 'task', 'operator'));

-- Two-step login of operators.
alter table second_step
  add column operator_id bigint unique references operator on delete cascade,
  drop constraint second_step_check,
  add constraint second_step_check check (num_nonnulls(account_id, parent_id, operator_id) = 1);
alter table login_step
  add column operator_id bigint references operator on delete cascade,
  drop constraint login_step_check,
  add constraint login_step_check check (num_nonnulls(account_id, parent_id, operator_id) = 1);

-- The console lists the newest acts of one kind of actor.
create index audit_actor on audit (actor_kind, actor_id, id);
