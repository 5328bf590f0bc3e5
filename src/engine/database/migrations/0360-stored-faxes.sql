-- What keeps the clean-up of files from removing what an older database has forgotten (F-recv-14).

-- Documents that this database has deleted: their files, and no others, are removed from the file store.
create table removed_document (
  storage_key text collate "C" primary key,
  removed_at timestamptz not null default now()
);

create function note_removed_documents() returns trigger language plpgsql as $$
begin
  insert into removed_document (storage_key) select storage_key from gone on conflict do nothing;
  return null;
end
$$;

create trigger document_removed after delete on document
  referencing old table as gone for each statement execute function note_removed_documents();

-- When the description beside the files was last written from these rows; null until it has its final form.
alter table document add described_at timestamptz;
create index inbound_call_fax on inbound_call (account_id, fax_id) where fax_id is not null;
