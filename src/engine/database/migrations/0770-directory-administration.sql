-- Groups of a directory may give roles for the administrator itself, too: administrator, billing, auditor.

create table scim_group_own_role (
  -- Of the same numbers as the roles on accounts: the administrator's page takes either back by its id.
  id bigint primary key default nextval('scim_group_role_id_seq'),
  group_id bigint not null unique references scim_group on delete cascade,
  role text not null check (role in ('administrator', 'billing', 'auditor'))
);

-- Makes the roles that come from groups what the groups say: of several groups at one place, the one that may most. Gives
-- back what changed: on an account, or (null) for the administrator itself; null for no role.
create or replace function sync_directory(parent bigint)
returns table (person_id bigint, account_id bigint, before text, after text) language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with wanted as (
    select u.person_id, a.id as account_id, null::bigint as parent_id,
      (array['reader', 'member', 'owner'])[max(array_position(array['reader', 'member', 'owner'], r.role))] as role
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
