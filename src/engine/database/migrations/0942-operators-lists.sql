-- What operators look for, however long ago it was: faxes by how and why they ended, and acts by what they were and what
-- they were about.
create index concurrently send_job_not_sent on send_job (state, id) where state in ('FAILED', 'UNCERTAIN', 'CANCELLED');
create index concurrently send_job_reason on send_job (last_error, id) where last_error is not null;
create index concurrently audit_object on audit (object, id);
create index concurrently audit_action on audit (action text_pattern_ops, id);
