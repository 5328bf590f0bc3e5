-- Every stored file is compared with its hash again and again; where the comparison stands, and what it found (F-store-04).
create table file_scrub (
  only_one boolean primary key default true check (only_one),
  -- The last document that was read in this round; 0 between rounds.
  after_document bigint not null default 0,
  began_at timestamptz,
  ended_at timestamptz
);
insert into file_scrub default values;

create table damaged_file (
  key text collate "C" primary key,
  document_id bigint not null references document on delete cascade,
  problem text not null check (problem in ('missing', 'damaged')),
  seen_at timestamptz not null default now()
);
create index damaged_file_document on damaged_file (document_id);
