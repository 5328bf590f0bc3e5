-- Copies of a fax that leave by mail, as its sender asked (contract 4.9: destinationsEmail).

create table fax_copy (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  document_id bigint not null references document on delete cascade,
  to_address text collate "C" not null check (to_address = lower(to_address)),
  -- Waiting until the document has its pages; then its mail is queued, or there is nothing to send.
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'failed')),
  created_at timestamptz not null default now(),
  unique (document_id, to_address)
);
create index fax_copy_waiting on fax_copy (document_id) where state = 'waiting';
create index fax_copy_day on fax_copy (account_id, created_at);
