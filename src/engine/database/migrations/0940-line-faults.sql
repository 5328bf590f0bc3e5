-- How often in a row a fax could not be sent because of its line: waits grow with it, and in the end the fax fails.
alter table send_job add column faults int not null default 0;
