-- When an account closes by itself: a cancellation that was approved for the end of its month.

alter table account add column closes_at timestamptz;
create index account_closes on account (closes_at) where closes_at is not null and state <> 'closed';
