-- What the installation remembers about itself, and what its clean-up has seen once.

create table installation (
  only_one boolean primary key default true check (only_one),
  -- Tells a wrong master key from the right one without revealing either.
  key_fingerprint text,
  created_at timestamptz not null default now()
);
insert into installation default values;

-- Clean-up deletes for good only what two passes have found due, a good part of a day apart: a clock that jumped
-- forward for a while deletes nothing.
create table purge_sighting (
  account_id bigint not null,
  fax_id bigint not null,
  seen_at timestamptz not null default now(),
  primary key (account_id, fax_id),
  foreign key (account_id, fax_id) references fax (account_id, id) on delete cascade
);

create table orphan_sighting (
  -- The first parts of a key in the file store that no document has.
  storage_key text collate "C" primary key,
  seen_at timestamptz not null default now()
);

create index fax_deleted on fax (deleted_at) where deleted_at is not null;
