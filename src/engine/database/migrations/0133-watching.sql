-- What watching asks for every quarter of a minute must not read whole tables.
create index send_job_held on send_job (id) where state = 'UNCERTAIN' and last_error = 'HELD_AFTER_RESTORE';
