-- How much all fax pages take: counted once a day, since that reads every document.
create table stored_bytes (
  only_one boolean primary key default true check (only_one),
  bytes bigint not null,
  counted_at timestamptz not null default now()
);
insert into stored_bytes (bytes) select coalesce(sum(bytes), 0) from document;
