-- Pages that earlier calls of a job have brought over: the next call leaves them out on lines that can.
alter table send_job add column brought_pages int not null default 0;

-- One process at a time fetches what a line has received; nothing breaks if two do, it is only work for nothing.
alter table line add column fetched_by text, add column fetched_until timestamptz;

-- A fax that reached no account is kept for the operator: where its file is, until somebody decides.
alter table inbound_call
  add column file_key text,
  add column decided_at timestamptz;
create index inbound_call_unrouted on inbound_call (id) where file_key is not null and decided_at is null;
