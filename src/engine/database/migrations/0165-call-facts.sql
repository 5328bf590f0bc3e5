-- How long the machines talked, and what the far one calls itself: for the report on a transmission.
alter table send_attempt
  add column call_seconds int,
  add column station_id text not null default '';
