-- Looks that an administrator took into a mailbox: what opens it for an hour, and what its owner is shown.

create table mailbox_view (
  id bigint generated always as identity primary key,
  parent_id bigint not null references parent on delete cascade,
  account_id bigint not null references account on delete cascade,
  opened_at timestamptz not null default now()
);
create index mailbox_view_account on mailbox_view (account_id, id);

-- Each fax once a look; the fax may be purged later, the count stays.
create table mailbox_view_fax (
  view_id bigint not null references mailbox_view on delete cascade,
  fax_id bigint not null,
  primary key (view_id, fax_id)
);
