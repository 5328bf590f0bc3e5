-- The lease under which a delivery was being posted when somebody asked to post it again: once that post has ended, the
-- delivery is due again.
alter table webhook_delivery add column resend_after bigint;
