-- What operators look up and what their overview shows.

-- A fax by the number that was called, the newest first.
create index send_job_called on send_job (to_number, id);
-- What ended in an hour, for the figures and for the list behind each of them.
create index send_job_finished on send_job (finished_at) where finished_at is not null;
-- Arrivals come in this order, so that a summary of each block is enough.
create index inbound_call_received on inbound_call using brin (received_at);
-- An account by the beginning of its address.
create index account_email on account ((lower(admin_email)) text_pattern_ops);

-- When a document became pages or was given up, and how long its last conversion took; null for older ones.
alter table document
  add converted_at timestamptz,
  add convert_ms int;
create index document_converted on document (converted_at) where converted_at is not null;

-- What happened in each hour, over all accounts; written by the job roll-up-figures, kept for 62 days.
create table hour_figures (
  hour timestamptz primary key,
  delivered int not null default 0,
  not_sent int not null default 0,
  uncertain int not null default 0,
  received int not null default 0,
  -- Faxes that were not sent, by reason: {"BUSY": 3}.
  reasons jsonb not null default '{}',
  converted int not null default 0,
  not_converted int not null default 0,
  -- Median and 95th percentile of the conversions; null where there were none.
  convert_typical_ms int,
  convert_slow_ms int,
  -- The longest that a due fax had waited whenever the job looked.
  oldest_seconds int not null default 0,
  counted_at timestamptz not null default now()
);
