-- Who delivers a mail now: a worker that was frozen meanwhile sees a higher number and sends nothing.
alter table mail_out add lease_token int not null default 0;
