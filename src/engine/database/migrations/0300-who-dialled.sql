-- Which worker handed the call over: «never placed» is believed only when that worker is dead.
alter table send_attempt add column dialled_by text;

-- Calls under way: so far nobody but the holder of the lease could have placed them.
update send_attempt a set dialled_by = j.lease_owner
from send_job j
where j.id = a.job_id and j.state = 'SENDING' and a.dialled_at is not null and a.ended_at is null;
