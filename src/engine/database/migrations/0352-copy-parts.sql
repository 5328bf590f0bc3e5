-- Each try to make a copy writes a part file of its own, so that a worker that was frozen writes into nobody else's. What
-- earlier tries may have left is removed by the next one.
alter table storage_delivery add parts text[] not null default '{}';
-- Until now every try used the same part file.
update storage_delivery set parts = '{""}' where state = 'queued' and file_name <> '';

create index storage_link_leased on storage_link (lease_until) where lease_until is not null;
