-- Who of this installation answers the web: the name after /api/ that a front proxy routes by (contract 0.1).

create table node (
  name text collate "C" primary key check (name ~ '^[a-z][a-z0-9-]{0,31}$'),
  -- «drain»: accounts of this node are handed to others.
  state text not null default 'up' check (state in ('up', 'drain')),
  last_seen timestamptz not null default now()
);

-- Accounts name the node that made them, also one that does not run any more.
insert into node (name, last_seen)
select distinct node, '-infinity'::timestamptz from account
union select distinct node, '-infinity'::timestamptz from parent
on conflict do nothing;

create function tell_nodes() returns trigger language plpgsql as $$
begin
  perform pg_notify('f2e_nodes', '');
  return null;
end $$;

-- Signs of life change last_seen only, and nobody needs to hear of those.
create trigger node_known after insert or delete or update of state on node
  for each statement execute function tell_nodes();
