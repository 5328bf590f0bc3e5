-- The role `sender`: sends faxes, and sees only those that the person sent.

-- Who made it under their own name; null: the account's own login, a program, or a job. An id stays when the person is gone.
alter table draft add column person_id bigint;
alter table fax_draft add column person_id bigint;
alter table fax add column person_id bigint;
create index fax_person on fax (account_id, person_id, folder, fax_at desc) where person_id is not null;

alter table membership
  drop constraint membership_role_check,
  add constraint membership_role_check check (
    role = any (case when parent_id is null then array['owner', 'member', 'reader', 'sender']
      else array['administrator', 'billing', 'auditor'] end)
  );
alter table invitation
  drop constraint invitation_role_check,
  add constraint invitation_role_check check (
    role = any (case when parent_id is null then array['owner', 'member', 'reader', 'sender']
      else array['administrator', 'billing', 'auditor'] end)
  );
alter table scim_group_role
  drop constraint scim_group_role_role_check,
  add constraint scim_group_role_role_check check (role in ('owner', 'member', 'reader', 'sender'));
alter table sign_on_role
  drop constraint sign_on_role_role_check,
  add constraint sign_on_role_role_check check (
    role = any (case
      when account_id is not null then array['owner', 'member', 'reader', 'sender']
      when parent_id is not null then array['administrator', 'billing', 'auditor']
      else array['full', 'support', 'finance'] end)
  );

-- Whoever may only send from now on leaves no received fax behind that waits for them, as when they leave.
create trigger membership_sends_only after update of role on membership
  for each row when (new.role = 'sender' and old.role <> new.role) execute function unassign_faxes();

-- As before (0770), with the role `sender`, which ranks below `reader`.
create or replace function sync_directory(parent bigint)
returns table (person_id bigint, account_id bigint, before text, after text) language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with wanted as (
    select u.person_id, a.id as account_id, null::bigint as parent_id,
      (array['sender', 'reader', 'member', 'owner'])[max(array_position(
        array['sender', 'reader', 'member', 'owner'], r.role))] as role
    from scim_user u
    join scim_member m on m.user_id = u.id
    join scim_group_role r on r.group_id = m.group_id
    join account a on a.parent_id = parent and a.state <> 'closed' and a.id = coalesce(r.account_id, a.id)
    where u.parent_id = parent and u.active
    group by u.person_id, a.id
    union all
    select u.person_id, null, parent,
      (array['billing', 'auditor', 'administrator'])[max(array_position(
        array['billing', 'auditor', 'administrator'], r.role))]
    from scim_user u
    join scim_member m on m.user_id = u.id
    join scim_group_own_role r on r.group_id = m.group_id
    where u.parent_id = parent and u.active
    group by u.person_id
  ), now_there as (
    select m.id, m.person_id, m.account_id, m.parent_id, m.role
    from membership m left join account a on a.id = m.account_id
    where m.source = 'scim' and coalesce(m.parent_id, a.parent_id) = parent
  ), gone as (
    delete from membership m using now_there n
    where m.id = n.id and not exists (
      select from wanted w where w.person_id = n.person_id
        and w.account_id is not distinct from n.account_id and w.parent_id is not distinct from n.parent_id
    )
    returning m.person_id, m.account_id, m.role
  ), changed as (
    update membership m set role = w.role
    from now_there n, wanted w
    where m.id = n.id and n.role <> w.role and w.person_id = n.person_id
      and w.account_id is not distinct from n.account_id and w.parent_id is not distinct from n.parent_id
    returning m.person_id, m.account_id, n.role as before, m.role as after
  ), added as (
    insert into membership (person_id, account_id, parent_id, role, source)
    select w.person_id, w.account_id, w.parent_id, w.role, 'scim' from wanted w
    on conflict do nothing
    returning membership.person_id, membership.account_id, membership.role
  )
  select g.person_id, g.account_id, g.role, null::text from gone g
  union all select c.person_id, c.account_id, c.before, c.after from changed c
  union all select d.person_id, d.account_id, null::text, d.role from added d;
end
$$;
