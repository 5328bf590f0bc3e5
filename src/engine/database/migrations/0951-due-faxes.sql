-- Deleted faxes are found a part at a time, however many were deleted at the same moment.
create index fax_due on fax (deleted_at, account_id, id) where deleted_at is not null;
drop index fax_deleted;
