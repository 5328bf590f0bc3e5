-- What carriers tell about our calls by themselves. It reaches any process, and a call that is adopted after a crash
-- needs what was told before.
create table line_report (
  line_id bigint not null references line,
  -- The carrier's name of the event: the same one told ten times is one row.
  event_id text collate "C" not null,
  call_ref text collate "C" not null,
  fax_ref text collate "C" not null,
  status text not null,
  reason text not null,
  pages int,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (line_id, event_id)
);
create index line_report_call on line_report (line_id, call_ref);
create index line_report_age on line_report (received_at);

-- Received faxes that a carrier has announced: from the commit of this row on they are ours to fetch.
create table line_arrival (
  id bigint generated always as identity primary key,
  line_id bigint not null references line,
  fax_ref text collate "C" not null,
  media_url text not null,
  caller text not null,
  called text not null,
  fault text not null,
  received_at timestamptz not null,
  announced_at timestamptz not null default now(),
  -- «stuck»: the pages could not be had for a day, a person has to look.
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'stuck')),
  tries int not null default 0,
  reason text not null default '',
  unique (line_id, fax_ref)
);
create index line_arrival_open on line_arrival (id) where state <> 'taken';

-- A line whose check fails takes no calls until a later check succeeds.
alter table line
  add column fault text,
  add column fault_since timestamptz,
  add column checked_at timestamptz,
  add column checking_until timestamptz;

-- Lines that have just failed a job by a fault of their own are passed over by its next call.
alter table send_job
  add column failed_lines int[] not null default '{}',
  add column failed_until timestamptz;

-- How the machines talked, where the line says so.
alter table send_attempt
  add column rate int,
  add column ecm boolean;

-- Whether the account may call outside the United States and Canada, which is how toll fraud earns.
alter table account add column international boolean not null default false;
create index send_job_to on send_job (to_number) where state = 'SENDING';
