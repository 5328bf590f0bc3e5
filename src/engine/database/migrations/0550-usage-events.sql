-- Programs hear when an account has used 80 and 100 percent of the pages of its month: each once a month, written in the
-- transaction that counts the pages. Not the mails' usage_warning: those are told to people, with rules of their own.
alter table usage_month add column told_percent smallint not null default 0;

-- What an account may use in a month; null where nothing is limited.
create function month_limit_of(of_account bigint) returns int language sql stable as $$
  select case when a.options ~* '(^|;)\s*enterprisefax\s*=\s*yes\y' or p.overage = 'none' then null
    else coalesce(a.month_limit, p.month_limit, 300) end
  from account a left join product p on p.id = a.product_id where a.id = of_account
$$;

create function note_usage_event() returns trigger language plpgsql as $$
declare
  used int := new.sent_pages + new.rcvd_pages;
  most int := month_limit_of(new.account_id);
  administrator bigint;
  mark int;
  ids jsonb;
begin
  if most is null or used = 0 then return null; end if;
  foreach mark in array array[80, 100] loop
    continue when mark <= new.told_percent or used::bigint * 100 < most::bigint * mark;
    update usage_month set told_percent = mark where account_id = new.account_id and month = new.month;
    ids := jsonb_build_object('object', 'usage', 'month', to_char(new.month, 'YYYY-MM'), 'percent', mark);
    perform add_account_event(new.account_id, 'usage.threshold', ids,
      jsonb_build_object('pages', used, 'limit', most));
    -- Administrators see the pages of each account, also where they may not look into its mailbox.
    select a.parent_id into administrator from account a
    where a.id = new.account_id and a.parent_id is not null and event_parent(a.id) is null;
    if wants_events(null, administrator) and administrator is not null then
      insert into api_event (parent_id, type, data)
      select administrator, 'usage.threshold', ids || jsonb_build_object('account', 'acc_' || a.id)
        || case when a.is_hipaa then '{}' else jsonb_build_object('pages', used, 'limit', most) end
      from account a where a.id = new.account_id;
      perform pg_notify('f2e_events', '');
    end if;
  end loop;
  return null;
end
$$;
create trigger usage_month_event after insert or update of sent_pages, rcvd_pages on usage_month
  for each row when (new.told_percent < 100) execute function note_usage_event();
