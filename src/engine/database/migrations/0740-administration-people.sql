-- People who work for a multifax administrator under their own names. Memberships, invitations and sessions belong to an
-- account or to an administrator; the roles of the two are different.

alter table membership
  alter column account_id drop not null,
  add column parent_id bigint references parent on delete cascade,
  add constraint membership_place_check check (num_nonnulls(account_id, parent_id) = 1),
  drop constraint membership_role_check,
  add constraint membership_role_check check (
    role = any (case when parent_id is null then array['owner', 'member', 'reader']
      else array['administrator', 'billing', 'auditor'] end)
  ),
  add unique (person_id, parent_id);
create index membership_parent on membership (parent_id) where parent_id is not null;

alter table invitation
  alter column account_id drop not null,
  add column parent_id bigint references parent on delete cascade,
  add constraint invitation_place_check check (num_nonnulls(account_id, parent_id) = 1),
  drop constraint invitation_role_check,
  add constraint invitation_role_check check (
    role = any (case when parent_id is null then array['owner', 'member', 'reader']
      else array['administrator', 'billing', 'auditor'] end)
  ),
  add unique (parent_id, email);

-- A kind of its own, which the version before lets in nowhere; such a session stands while the membership does.
alter table session
  drop constraint session_kind_check,
  add constraint session_kind_check check (
    kind in ('user', 'multifax', 'task', 'operator', 'person', 'multifax-person')
      and (kind in ('person', 'multifax-person')) = (person_id is not null)
  );

-- Only pages of accounts listen for hints.
drop trigger membership_hint on membership;
create trigger membership_hint after insert or update of role on membership
  for each row when (new.account_id is not null) execute function hint_change('account');
create trigger membership_end_hint after delete on membership
  for each row when (old.account_id is not null) execute function hint_change('account');
