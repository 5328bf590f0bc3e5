-- Programs hear when an account has used 80 and 100 percent of the pages of its month: each at most once a month, written in
-- the transaction that counts the pages. Mails have usage_warning for the same: they are told by rules of their own.
alter table usage_month add column told_percent smallint not null default 0;

-- What an account may use in a month; null where nothing is limited.
create function month_limit_of(of_account bigint) returns int language sql stable as $$
  select case when a.options ~* '(^|;)\s*enterprisefax\s*=\s*yes\y' or p.overage = 'none' then null
    else coalesce(a.month_limit, p.month_limit, 300) end
  from account a left join product p on p.id = a.product_id where a.id = of_account
$$;

create function note_usage_event() returns trigger language plpgsql as $$
declare
  used bigint := new.sent_pages + new.rcvd_pages;
  most bigint := month_limit_of(new.account_id);
  mark int := case when used >= most then 100 when used * 100 >= most * 80 then 80 else 0 end;
  ids jsonb := jsonb_build_object('object', 'usage', 'month', to_char(new.month, 'YYYY-MM'), 'percent', mark);
  more jsonb := jsonb_build_object('pages', used, 'limit', most);
  administrator bigint;
begin
  if used = 0 or mark <= new.told_percent then return null; end if;
  update usage_month set told_percent = mark where account_id = new.account_id and month = new.month;
  perform add_account_event(new.account_id, 'usage.threshold', ids, more);
  -- Administrators see the pages of each account, also where they may not look into its mailbox.
  select parent_id into administrator from account
  where id = new.account_id and parent_id is not null and event_parent(id) is null;
  if administrator is null or not wants_events(null, administrator) then return null; end if;
  insert into api_event (parent_id, type, data)
  select administrator, 'usage.threshold', ids || jsonb_build_object('account', 'acc_' || id)
    || case when is_hipaa then '{}' else more end
  from account where id = new.account_id;
  perform pg_notify('f2e_events', '');
  return null;
end
$$;
create trigger usage_month_event after insert or update of sent_pages, rcvd_pages on usage_month
  for each row when (new.told_percent < 100) execute function note_usage_event();
