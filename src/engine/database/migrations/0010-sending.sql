-- What the sending queue needs: whose turn it is, who converts a document, whether a call reached the line.

-- One row for each account with unfinished jobs. Its lock is what makes caps and limits of an account race-free;
-- the lowest turn is served next, so a tenant with 1,000 jobs does not block one with a single job.
create table send_turn (
  account_id bigint primary key references account on delete cascade,
  turn bigint not null default 0,
  convert_turn bigint not null default 0
);
create index send_turn_order on send_turn (turn);
create sequence send_turn_number;

-- Who converts the document, until when; every write of a worker names the token that it claimed with.
alter table document
  add convert_owner text,
  add convert_token bigint not null default 0,
  add convert_until timestamptz,
  -- Not before this, after a failure of this machine.
  add convert_at timestamptz not null default now();
create index document_new on document (account_id, convert_at, id) where state = 'new';
create index document_leased on document (convert_until) where convert_owner is not null;

-- False until the pages exist; only then a job may be dialled.
alter table send_job add ready boolean not null default true;
create index send_job_next on send_job (account_id, next_at, id) where ready and state in ('QUEUED', 'WAITING');
create index send_job_calls on send_job (line_id) where state = 'SENDING';
create index fax_document on fax (document_id);

-- Set just before the line is used: without it a crashed call surely never rang anywhere.
alter table send_attempt add dialled_at timestamptz;

-- Calls in progress are counted from the jobs themselves, under the line's row lock: a kept counter leaks after a crash.
alter table line drop column busy;
-- Rows of removed lines stay, because attempts and arrivals name them.
alter table line add removed_at timestamptz;

-- Always there: numbers that live in this installation need no telephone line.
insert into line (name, kind, pattern, priority, channels) values ('onnet', 'onnet', '*', 0, 64);

-- An arrival without a line (the operator's test) is reported once as well.
alter table inbound_call drop constraint inbound_call_line_id_call_ref_key;
alter table inbound_call add constraint inbound_call_once unique nulls not distinct (line_id, call_ref);

create index idempotency_age on idempotency (created_at);
