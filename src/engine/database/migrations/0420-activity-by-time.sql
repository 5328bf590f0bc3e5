-- Activity is listed by time: openings are written in batches, a moment after a download that came later.
drop index fax_access_fax;
create index fax_access_fax on fax_access (account_id, fax_id, at, id);
create index fax_access_account_time on fax_access (account_id, at, id);
