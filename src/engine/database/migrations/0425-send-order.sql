-- Of an account's due jobs the oldest is next, whatever it has waited for: faxes keep their order over a rest of a line.
drop index send_job_next;
create index send_job_next on send_job (account_id, priority, id, next_at)
  where ready and state in ('QUEUED', 'WAITING');
