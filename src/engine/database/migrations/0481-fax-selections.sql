-- All faxes that a search found at one moment, and the action on them: in batches, so that it can go on after a break
-- and be undone exactly.
create table fax_selection (
  account_id bigint not null references account on delete cascade,
  id bigint generated always as identity,
  -- In the order in which they are acted on.
  ids bigint[] not null,
  -- Null until an action was chosen; undelete only undoes.
  action text check (action in ('delete', 'to_archive', 'from_archive', 'view', 'new', 'undelete')),
  done int not null default 0,
  -- Of those: what the action changed nothing about.
  skipped bigint[] not null default '{}',
  cancelled boolean not null default false,
  -- The selection whose action this one undoes.
  undoes bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, undoes)
);
