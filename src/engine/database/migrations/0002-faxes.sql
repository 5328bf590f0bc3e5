-- Documents, faxes, the sending queue, lines, usage (entities.md: faxes).

create table document (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  -- Names in the file store start with this; random, so that nothing can be guessed.
  storage_key text collate "C" not null unique,
  source text not null check (source in ('upload', 'email', 'line', 'egnyte', 'resend', 'onnet')),
  -- [{name, type, size, key}] as uploaded; empty for arrivals.
  originals jsonb not null default '[]',
  -- The canonical multi-page class-F TIFF, once there is one.
  tiff_key text collate "C",
  pages int not null default 0,
  bytes int not null default 0,
  sha256 bytea,
  state text not null default 'new' check (state in ('new', 'ready', 'failed')),
  -- Why it can't become pages: one of the contract's document faults.
  fault text,
  -- Times a converter died on it; three make it «failed» (F-send-15).
  deaths smallint not null default 0,
  created_at timestamptz not null default now()
);

-- Who the other side of a fax can be, once an account: searched instead of a million rows.
create table fax_party (
  id bigint generated always as identity,
  account_id bigint not null references account on delete cascade,
  number text collate "C" not null,
  company text not null,
  sender text not null,
  to_person text not null,
  -- Parts separated by a newline, which no search term holds.
  search_text text collate "C" not null
    generated always as (lower(company || E'\n' || number || E'\n' || sender || E'\n' || to_person)) stored,
  primary key (account_id, id),
  unique (account_id, number, company, sender, to_person)
);

create table fax (
  account_id bigint not null references account,
  id bigint generated always as identity,
  document_id bigint not null references document,
  path_key text collate "C" not null unique,
  action char(1) not null check (action in ('R', 'S')),
  fax_at timestamptz not null default now(),
  party_id bigint not null,
  other_number text collate "C" not null,
  company text not null,
  station_id text not null default '',
  pages int not null default 0,
  bytes int not null default 0,
  rotation smallint not null default 0 check (rotation in (0, 90, 180, 270)),
  is_new boolean not null default false,
  archived boolean not null default false,
  -- True while the fax has an unfinished job.
  outbox boolean not null default false,
  status text not null default 'OK' check (status in ('OK', 'FAILED')),
  -- Set when nobody knows whether all pages arrived: how many surely did.
  uncertain_pages int,
  -- Why a fax was not sent, or is only part of one.
  reason text,
  superseded_by bigint,
  deleted_at timestamptz,
  folder smallint not null generated always as (
    case when deleted_at is not null then 5 when outbox then 4 when archived then 3 when action = 'S' then 2 else 1 end
  ) stored,
  company_key text collate "C" not null generated always as (lower(left(company, 40))) stored,
  primary key (account_id, id),
  foreign key (account_id, party_id) references fax_party (account_id, id)
);

create table line (
  id bigint generated always as identity primary key,
  name text collate "C" not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,31}$'),
  kind text not null check (kind in ('onnet', 'hylafax', 'telnyx', 'simulator')),
  pattern text not null default '*',
  priority int not null default 100,
  channels int not null default 4 check (channels > 0),
  -- Calls in progress; kept under a row lock so that two workers never both take the last channel.
  busy int not null default 0 check (busy >= 0),
  config jsonb not null default '{}',
  state text not null default 'on' check (state in ('on', 'drain', 'off')),
  created_at timestamptz not null default now()
);

create table send_job (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  fax_id bigint not null,
  to_number text collate "C" not null,
  state text not null default 'QUEUED'
    check (state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING', 'DELIVERED', 'FAILED', 'CANCELLED', 'UNCERTAIN')),
  dials smallint not null default 0 check (dials between 0 and 5),
  next_at timestamptz not null default now(),
  -- Whoever holds the job, until when; every write of a worker names the token that it claimed with.
  lease_owner text,
  lease_token bigint not null default 0,
  lease_until timestamptz,
  line_id bigint references line,
  -- Pages that the far end has confirmed in the call under way.
  confirmed_pages int not null default 0,
  origin text not null default 'web' check (origin in ('web', 'email', 'egnyte', 'resend', 'operator')),
  originator_email text not null default '',
  last_error text,
  billed_pages int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  foreign key (account_id, fax_id) references fax (account_id, id)
);
create index send_job_due on send_job (next_at, id) where state in ('QUEUED', 'WAITING');
create index send_job_leased on send_job (lease_until) where state in ('CONVERTING', 'SENDING');
create index send_job_open on send_job (account_id) where state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING');
create index send_job_fax on send_job (account_id, fax_id);

create table send_attempt (
  job_id bigint not null references send_job on delete cascade,
  n smallint not null,
  line_id bigint references line,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  result text,
  pages_sent int not null default 0,
  remote_id text not null default '',
  -- The line's own name of the call: what is asked for after a crash.
  call_ref text not null default '',
  detail text not null default '',
  primary key (job_id, n)
);

create table inbound_call (
  id bigint generated always as identity primary key,
  line_id bigint references line,
  -- Unique per line: the same call reported twice is one fax.
  call_ref text collate "C" not null,
  caller_number text not null default '',
  station_id text not null default '',
  called_number text not null default '',
  account_id bigint references account,
  fax_id bigint,
  result text not null,
  pages int not null default 0,
  received_at timestamptz not null default now(),
  unique (line_id, call_ref)
);

create table usage_month (
  account_id bigint not null references account on delete cascade,
  -- First day of the calendar month in the server zone.
  month date not null,
  sent_pages int not null default 0,
  rcvd_pages int not null default 0,
  primary key (account_id, month)
);

-- A repeated send with the same key gets the first answer and sends nothing (contract 4.9).
create table idempotency (
  account_id bigint not null references account on delete cascade,
  key text collate "C" not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
