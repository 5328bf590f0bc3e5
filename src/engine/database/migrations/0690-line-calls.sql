-- How calls go over lines that tell: live, and for a day with everything that passed between both ends.
create table line_call (
  id bigint generated always as identity primary key,
  line_id int not null references line,
  direction text not null check (direction in ('out', 'in', 'test')),
  -- The call's name: that of send_attempt or inbound_call.
  call_ref text not null,
  account_id bigint references account on delete cascade,
  far_number text not null,
  own_number text not null,
  -- Of this call; 0 where nobody knows before its end.
  pages smallint not null,
  -- What it has reached, and when: of pages the last one.
  steps jsonb not null default '[]',
  started_at timestamptz not null default now(),
  -- Its process is alive.
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  -- An operator wants it to end; only test calls.
  stop_asked_at timestamptz,
  result text,
  detail text not null default '',
  -- What a test call means, in sentences.
  verdict jsonb,
  quality jsonb,
  -- Sealed; gone after a day.
  trace text
);
create index line_call_by_line on line_call (line_id, started_at desc);
create index line_call_by_ref on line_call (call_ref);
create index line_call_live on line_call (line_id) where ended_at is null;
create index line_call_traced on line_call (started_at) where trace is not null;
create index line_call_by_account on line_call (account_id) where account_id is not null;
