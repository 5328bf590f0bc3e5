-- People and groups that an organization's directory sends by SCIM (RFC 7643, RFC 7644), each of one administrator.

-- A row for each user of the directory; what belongs to the login stands at the person.
create table scim_user (
  id bigint generated always as identity primary key,
  parent_id bigint not null references parent on delete cascade,
  person_id bigint not null references person on delete cascade,
  user_name text not null check (user_name <> ''),
  external_id text,
  display_name text not null default '',
  given_name text not null default '',
  family_name text not null default '',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (parent_id, person_id)
);
create unique index scim_user_name on scim_user (parent_id, lower(user_name));
create index scim_user_external on scim_user (parent_id, external_id) where external_id is not null;
create index scim_user_person on scim_user (person_id);

create table scim_group (
  id bigint generated always as identity primary key,
  parent_id bigint not null references parent on delete cascade,
  name text not null check (name <> ''),
  external_id text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create unique index scim_group_name on scim_group (parent_id, lower(name));

create table scim_member (
  group_id bigint not null references scim_group on delete cascade,
  user_id bigint not null references scim_user on delete cascade,
  primary key (group_id, user_id)
);
create index scim_member_user on scim_member (user_id);

-- What the members of a group may do: on one account, or on all of the administrator's.
create table scim_group_role (
  id bigint generated always as identity primary key,
  group_id bigint not null references scim_group on delete cascade,
  account_id bigint references account on delete cascade,
  role text not null check (role in ('owner', 'member', 'reader')),
  unique nulls not distinct (group_id, account_id)
);
create index scim_group_role_account on scim_group_role (account_id) where account_id is not null;

-- The latest calls of a directory, for the administrator who sets it up.
create table scim_call (
  id bigint generated always as identity primary key,
  parent_id bigint not null references parent on delete cascade,
  at timestamptz not null default now(),
  method text not null,
  path text not null,
  status int not null,
  -- What happened: the name of a sentence, and what stands in it.
  event text not null,
  params jsonb not null default '{}'
);
create index scim_call_parent on scim_call (parent_id, id desc);

-- Roles that come from groups of the directory; those given by hand are never touched by it.
alter table membership add column source text not null default 'manual' check (source in ('manual', 'scim'));

-- Makes the roles that come from groups what the groups say: the highest of those that a person's groups have on an
-- account. Gives back what changed; null for no role.
create function sync_directory(parent bigint)
returns table (person_id bigint, account_id bigint, before text, after text) language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with wanted as (
    select u.person_id, a.id as account_id,
      (array['reader', 'member', 'owner'])[max(array_position(array['reader', 'member', 'owner'], r.role))] as role
    from scim_user u
    join scim_member m on m.user_id = u.id
    join scim_group_role r on r.group_id = m.group_id
    join account a on a.parent_id = parent and a.state <> 'closed' and a.id = coalesce(r.account_id, a.id)
    where u.parent_id = parent and u.active
    group by u.person_id, a.id
  ), now_there as (
    select m.id, m.person_id, m.account_id, m.role
    from membership m join account a on a.id = m.account_id and a.parent_id = parent
    where m.source = 'scim'
  ), gone as (
    delete from membership m using now_there n
    where m.id = n.id
      and not exists (select from wanted w where w.person_id = n.person_id and w.account_id = n.account_id)
    returning m.person_id, m.account_id, m.role
  ), changed as (
    update membership m set role = w.role
    from now_there n join wanted w using (person_id, account_id)
    where m.id = n.id and n.role <> w.role
    returning m.person_id, m.account_id, n.role as before, m.role as after
  ), added as (
    insert into membership (person_id, account_id, role, source)
    select w.person_id, w.account_id, w.role, 'scim' from wanted w
    on conflict on constraint membership_person_id_account_id_key do nothing
    returning membership.person_id, membership.account_id, membership.role
  )
  select g.person_id, g.account_id, g.role, null::text from gone g
  union all select c.person_id, c.account_id, c.before, c.after from changed c
  union all select d.person_id, d.account_id, null::text, d.role from added d;
end
$$;

-- An account that is added later is one of all accounts, too.
create function sync_new_account() returns trigger language plpgsql as $$
begin
  if exists (
    select from scim_group_role r join scim_group g on g.id = r.group_id
    where g.parent_id = new.parent_id and r.account_id is null
  ) then
    perform sync_directory(new.parent_id);
  end if;
  return null;
end
$$;
create trigger account_joins_directory after insert on account
  for each row when (new.parent_id is not null) execute function sync_new_account();
