-- A search for failed faxes reads those alone. The status changes together with the folder or not at all, so updates
-- that touch no other index do not touch this one either.
create index fax_failed on fax (account_id, folder, fax_at, id) include (party_id, at_minute, pages)
where status = 'FAILED';
