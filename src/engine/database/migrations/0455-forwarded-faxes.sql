-- A fax can be forwarded to the same address more than once. The dropped constraint was also the index for documents
-- that are deleted.
alter table fax_copy drop constraint fax_copy_document_id_to_address_key;
create index fax_copy_document on fax_copy (document_id);
