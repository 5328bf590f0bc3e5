-- A brand may want that a new address confirms itself before it gets any fax (A-SUB-02).
alter table brand add column confirm_receivers boolean not null default false;
-- Hash of the key in the mail to an address that has not confirmed itself; null when nothing is awaited.
alter table subaccount add column confirm_hash bytea;
create unique index subaccount_confirm on subaccount (confirm_hash) where confirm_hash is not null;
