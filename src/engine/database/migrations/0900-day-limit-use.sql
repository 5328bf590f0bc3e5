-- What limits of the last 24 hours go on counting when its own rows are gone: faxes that were erased, numbers that were
-- called before a fax was sent to another one, and copies by email of faxes that were erased.

create table day_limit_use (
  account_id bigint not null references account on delete cascade,
  kind text not null check (kind in ('fax', 'copy')),
  -- The job or the copy.
  of_id bigint not null,
  -- Of a fax alone: nothing counts copies by their address.
  number text collate "C" not null default '',
  pages int not null default 0,
  -- False for a fax that ended before its first call.
  called boolean not null default true,
  at timestamptz not null,
  primary key (kind, of_id, number)
);
create index day_limit_use_recent on day_limit_use (account_id, kind, at);
