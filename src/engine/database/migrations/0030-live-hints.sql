-- Whoever changes what a client shows tells the web processes: «account:topic» on channel f2e_changed.
-- PostgreSQL sends equal hints of one transaction once, and only after its commit.

create function hint_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('f2e_changed', coalesce(new.account_id, old.account_id) || ':' || tg_argv[0]);
  return null;
end
$$;

create trigger fax_hint after insert or update or delete on fax
  for each row execute function hint_change('faxes');
create trigger send_job_hint after insert or update or delete on send_job
  for each row execute function hint_change('outbox');
create trigger account_settings_hint after update on account_settings
  for each row execute function hint_change('account');
