-- What programs hear of an account: polled under /v1/events, posted to webhooks. Written by triggers, in the transaction
-- of what it tells, so that no writer can forget it.

-- Addresses that events are posted to; of an account or of an administrator.
create table webhook_endpoint (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{10}$'),
  account_id bigint references account on delete cascade,
  parent_id bigint references parent on delete cascade,
  url text not null,
  -- Host and port of the address: a slow one must not hold every worker.
  host text not null,
  description text not null default '',
  -- Types that it gets; none means all.
  events text[] not null default '{}',
  -- Sealed with the installation's key.
  secret text not null,
  -- While the secret is rotated, deliveries are signed with the one before as well.
  old_secret text,
  old_until timestamptz,
  active boolean not null default true,
  -- Why it is off: its owner's or an operator's wish, an answer 410, or five days of failures.
  off_reason text check (off_reason in ('owner', 'operator', 'gone', 'failing')),
  failing_since timestamptz,
  warned_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(account_id, parent_id) = 1),
  check (active = (off_reason is null))
);
create index webhook_endpoint_account on webhook_endpoint (account_id) where account_id is not null;
create index webhook_endpoint_parent on webhook_endpoint (parent_id) where parent_id is not null;

create table api_event (
  id uuid primary key default gen_random_uuid(),
  -- Its place in the order in which events are told; given after its transaction was committed, so that whoever has read
  -- up to a number has missed nothing below it.
  seq bigint unique,
  account_id bigint references account on delete cascade,
  parent_id bigint references parent on delete cascade,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(account_id, parent_id) = 1)
);
create index api_event_account on api_event (account_id, seq) where account_id is not null;
create index api_event_parent on api_event (parent_id, seq) where parent_id is not null;
create index api_event_new on api_event (created_at, id) where seq is null;
create index api_event_age on api_event (created_at);

create table webhook_delivery (
  id bigint generated always as identity primary key,
  endpoint_id text collate "C" not null references webhook_endpoint on delete cascade,
  event_id uuid not null references api_event on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  tries int not null default 0,
  next_at timestamptz not null default now(),
  lease_token bigint not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (endpoint_id, event_id)
);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_at) where state = 'queued';
create index webhook_delivery_list on webhook_delivery (endpoint_id, id);
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_leased on webhook_delivery (lease_until) where lease_until is not null;

-- Each post; of the answer only the status and the time are kept.
create table webhook_attempt (
  delivery_id bigint not null references webhook_delivery on delete cascade,
  n int not null,
  endpoint_id text collate "C" not null references webhook_endpoint on delete cascade,
  at timestamptz not null default now(),
  status int,
  ms int not null,
  fault text not null default '',
  primary key (delivery_id, n)
);
create index webhook_attempt_at on webhook_attempt (endpoint_id, at);

-- The administrator who may follow an account's faxes: where the product lets them look into the mailbox.
create function event_parent(of_account bigint) returns bigint language sql stable as $$
  select a.parent_id from account a join product p on p.id = a.product_id
  where a.id = of_account and a.parent_id is not null and p.parent_view
$$;

-- Whether anybody could read an event. Without keys and endpoints nothing is written.
create function wants_events(of_account bigint, of_parent bigint) returns boolean language sql stable as $$
  select exists (select from api_key where account_id = of_account)
    or exists (select from webhook_endpoint where account_id = of_account)
    or exists (select from api_key where parent_id = of_parent)
    or exists (select from webhook_endpoint where parent_id = of_parent)
    or exists (select from api_key where account_id is null and parent_id is null)
$$;
create index api_key_operator on api_key (id) where account_id is null and parent_id is null;

-- Writes an event of an account; `more` is left out where only ids may leave.
create function add_account_event(of_account bigint, of_type text, ids jsonb, more jsonb)
returns void language plpgsql as $$
begin
  if not wants_events(of_account, event_parent(of_account)) then return; end if;
  insert into api_event (account_id, type, data)
  select id, of_type, ids || jsonb_build_object('account', 'acc_' || id) || case when is_hipaa then '{}' else more end
  from account where id = of_account;
  perform pg_notify('f2e_events', '');
end
$$;

create function note_arrival_event() returns trigger language plpgsql as $$
begin
  perform add_account_event(new.account_id, 'fax.received',
    jsonb_build_object('object', 'fax', 'id', 'fax_' || new.id),
    jsonb_build_object('direction', 'inbound', 'status', 'received', 'pages', new.pages));
  return null;
end
$$;
create trigger fax_event after insert on fax
  for each row when (new.action = 'R') execute function note_arrival_event();

create function note_job_event() returns trigger language plpgsql as $$
declare
  open boolean := new.state not in ('DELIVERED', 'FAILED', 'CANCELLED', 'UNCERTAIN');
begin
  perform add_account_event(new.account_id, 'fax.' || case when open then 'queued' else lower(new.state) end,
    jsonb_build_object('object', 'fax', 'id', 'fax_' || new.fax_id),
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
create trigger send_job_queued_event after insert on send_job
  for each row when (new.state in ('QUEUED', 'CONVERTING', 'WAITING')) execute function note_job_event();
create trigger send_job_ended_event after update of state on send_job
  for each row when (old.state <> new.state and new.state in ('DELIVERED', 'FAILED', 'CANCELLED', 'UNCERTAIN'))
  execute function note_job_event();

-- A copy of a fax that does not reach its mailbox or storage.
create function note_delivery_event(of_account bigint, of_channel text, of_fax bigint, of_reason text)
returns void language sql as $$
  select add_account_event(of_account, 'delivery.failed',
    jsonb_build_object('object', 'delivery', 'channel', of_channel, 'fax', 'fax_' || of_fax),
    jsonb_build_object('reason', lower(of_reason)))
$$;
create function note_copy_event() returns trigger language plpgsql as $$
begin
  perform note_delivery_event(new.account_id, (select kind from storage_link where id = new.storage_id),
    new.fax_id, new.reason);
  return null;
end
$$;
create trigger storage_delivery_event after update of state on storage_delivery
  for each row when (old.state <> new.state and new.state = 'failed') execute function note_copy_event();
create function note_storage_event() returns trigger language plpgsql as $$
begin
  perform note_delivery_event(new.account_id, new.kind, null, new.last_error);
  return null;
end
$$;
create trigger storage_link_event after update of failing_since on storage_link
  for each row when (old.failing_since is null and new.failing_since is not null and new.last_error <> '')
  execute function note_storage_event();
create function note_mail_event() returns trigger language plpgsql as $$
begin
  perform note_delivery_event(new.account_id, 'email', new.fax_id, null);
  return null;
end
$$;
create trigger mail_out_event after update of state on mail_out
  for each row when (old.state <> new.state and new.state = 'failed' and new.account_id is not null
    and new.fax_id is not null) execute function note_mail_event();

-- What an administrator hears of their accounts.
create function note_account_event() returns trigger language plpgsql as $$
begin
  if not wants_events(null, new.parent_id) then return null; end if;
  insert into api_event (parent_id, type, data) values (
    new.parent_id,
    case when tg_op = 'INSERT' then 'account.created' else 'account.closed' end,
    jsonb_build_object('object', 'account', 'id', 'acc_' || new.id, 'status', new.state));
  perform pg_notify('f2e_events', '');
  return null;
end
$$;
create trigger account_created_event after insert on account
  for each row when (new.parent_id is not null) execute function note_account_event();
create trigger account_closed_event after update of state on account
  for each row when (new.parent_id is not null and old.state <> new.state and new.state = 'closed')
  execute function note_account_event();
