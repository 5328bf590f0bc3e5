-- Faxes that are sent later, and the hours in which an account wants its faxes dialed.
alter table send_job
  -- When the sender wants it to be dialed; empty for at once, and again from the moment at which it is due.
  add column send_at timestamptz,
  -- When the delivery window opens that it waits for; a time that has passed means nothing.
  add column opens_at timestamptz,
  -- Its sender wants it dialed outside of the delivery window too.
  add column any_hour boolean not null default false;

create index send_job_later on send_job (account_id, send_at) where send_at is not null;

-- Many places make a job due now: a finished conversion, a line that is back, a clock that was set back. None of them
-- may bring a fax forward that waits for a time.
create function not_before() returns trigger language plpgsql as $$
begin
  new.next_at := greatest(new.next_at, new.send_at, new.opens_at);
  return new;
end $$;

create trigger send_job_not_before before insert or update of next_at, send_at, opens_at on send_job
for each row when (new.send_at is not null or new.opens_at is not null) execute function not_before();

alter table account_settings
  add column window_on boolean not null default false,
  -- 0 for Sunday to 6; the hours are minutes of the day by the recipient's clock.
  add column window_days smallint[] not null default '{1,2,3,4,5}',
  add column window_from smallint not null default 480,
  add column window_until smallint not null default 1080,
  add constraint window_has_days check (not window_on or cardinality(window_days) > 0);
