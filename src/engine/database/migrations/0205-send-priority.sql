-- Among the jobs of one account, a fax to one number goes before those of a broadcast (0 before 1).
alter table send_job add priority smallint not null default 0;

drop index send_job_next;
create index send_job_next on send_job (account_id, priority, next_at, id)
  where ready and state in ('QUEUED', 'WAITING');
