-- Files of deleted faxes are removed in the order of a queue, whatever backups take; what the clean-up of one night
-- leaves, the next one goes on with.

alter table removed_document
  -- Which document it was; null for what was removed before, and for other files.
  add column document_id bigint,
  -- When its files are to be removed next.
  add column due_at timestamptz not null default now();
create index removed_document_due on removed_document (due_at);
-- A backup reads files for hours, in the order of documents, and takes those that are deleted meanwhile along.
create index removed_document_id on removed_document (document_id) where document_id is not null;

create or replace function note_removed_documents() returns trigger language plpgsql as $$
begin
  insert into removed_document (storage_key, document_id) select storage_key, id from gone on conflict do nothing;
  return null;
end
$$;

create table clean_up (
  name text primary key,
  -- Where the next run goes on; empty for the beginning.
  place text collate "C" not null default '',
  -- When everything was done last.
  done_at timestamptz
);
-- From now on it is late when it is not done for days.
insert into clean_up (name, done_at) values ('purge-deleted-faxes', now());
