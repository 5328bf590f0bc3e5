-- Events of faxes that a test key sent say so, also where only ids may leave: nothing was called.

create or replace function note_job_event() returns trigger language plpgsql as $$
declare
  open boolean := new.state not in ('DELIVERED', 'FAILED', 'CANCELLED', 'UNCERTAIN');
begin
  perform add_account_event(new.account_id, 'fax.' || case when open then 'queued' else lower(new.state) end,
    jsonb_build_object('object', 'fax', 'id', 'fax_' || new.fax_id)
    || case when new.is_test then jsonb_build_object('test', true) else '{}' end,
    jsonb_build_object(
      'direction', 'outbound',
      'status', case when open then 'queued' else lower(new.state) end,
      'pages', (select nullif(f.pages, 0) from fax f where f.account_id = new.account_id and f.id = new.fax_id))
    || case when open then '{}' else jsonb_build_object('pages_confirmed',
         case when new.state = 'DELIVERED' then new.billed_pages else new.confirmed_pages end) end
    || case when new.state = 'FAILED' then jsonb_build_object('error_code', lower(new.last_error)) else '{}' end);
  return null;
end
$$;
