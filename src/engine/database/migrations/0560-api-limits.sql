-- How far ahead of its rate a key is (generic cell rate algorithm): a moment in the past is a full bucket. Unlogged, for
-- every call writes it and a crash of the database may as well fill all buckets.
create unlogged table api_key_rate (
  key_id bigint primary key references api_key on delete cascade,
  ahead_until timestamptz not null
) with (fillfactor = 50);

-- Calls with a key on a day (UTC), and how many of them were refused by a limit; kept for 90 days.
create table api_key_day (
  key_id bigint not null references api_key on delete cascade,
  day date not null,
  calls bigint not null,
  refused bigint not null,
  primary key (key_id, day)
);
create index api_key_day_day on api_key_day (day);

-- The key of a public id and secret as it is used from an address: found, proved, counted against its rate, its use noted.
-- A function, because its plans are kept in each connection, also behind a pooler: as one statement, planning takes three
-- times as long as the work. Only who has the secret uses the rate up. `key_id` is null where there is no such key, `allowed`
-- where nothing was counted.
create function use_api_key(
  presented_id text, presented_mode text, presented_hash bytea, caller text,
  per_second float8, burst float8, note_every interval,
  out key_id bigint, out account_id bigint, out parent_id bigint, out brand_id bigint, out mode text, out hash bytea,
  out old_hash bytea, out scopes text[], out from_allowed boolean, out allowed boolean, out seconds_ahead float8
) language plpgsql as $$
declare
  -- One moment for all of it.
  stamp timestamptz := clock_timestamp();
  step interval := make_interval(secs => 1 / per_second);
  note boolean;
  counted timestamptz;
begin
  select q.id, q.account_id, q.parent_id, coalesce(a.brand_id, p.brand_id), q.mode, q.hash,
    case when q.old_until > stamp then q.old_hash end, q.scopes,
    q.networks = '{}' or exists (select 1 from unnest(q.networks) n where caller::inet <<= n),
    q.last_used_at is null or q.last_address <> caller or q.last_used_at < stamp - note_every
  into key_id, account_id, parent_id, brand_id, mode, hash, old_hash, scopes, from_allowed, note
  from api_key q
  left join account a on a.id = q.account_id
  left join parent p on p.id = q.parent_id
  where q.public_id = presented_id and q.mode = presented_mode
    and (q.expires_at is null or q.expires_at > stamp)
    and (q.account_id is null or a.acts)
    and (q.parent_id is null or p.state = 'active');
  if key_id is null or not from_allowed or (hash = presented_hash or old_hash = presented_hash) is not true then
    return;
  end if;
  -- A call moves the moment on by its time; one that would move it further ahead than the burst changes nothing. Almost
  -- every key has its row, and an update alone costs less than an upsert.
  update api_key_rate r set ahead_until = greatest(r.ahead_until, stamp) + step
  where r.key_id = use_api_key.key_id and r.ahead_until <= stamp + (burst - 1) * step
  returning r.ahead_until into counted;
  allowed := found;
  if not allowed then
    insert into api_key_rate as r (key_id, ahead_until) values (use_api_key.key_id, stamp + step)
    on conflict on constraint api_key_rate_pkey do update set ahead_until = greatest(r.ahead_until, stamp) + step
      where r.ahead_until <= stamp + (burst - 1) * step
    returning r.ahead_until into counted;
    allowed := found;
    if not allowed then
      select r.ahead_until into counted from api_key_rate r where r.key_id = use_api_key.key_id;
    end if;
  end if;
  if note then
    update api_key u set last_used_at = stamp, last_address = caller where u.id = use_api_key.key_id;
  end if;
  seconds_ahead := extract(epoch from counted - stamp);
end $$;

-- Whether the holder of an endpoint may act: events of suspended accounts wait.
create function webhook_acts(of_account bigint, of_parent bigint) returns boolean language sql stable as $$
  select coalesce(
    (select a.acts from account a where a.id = of_account),
    (select p.state = 'active' from parent p where p.id = of_parent))
$$;

-- Deliveries that are due, taken by the worker that asks, those of the holders with the fewest first. A function, because
-- its plan, which costs more than the work, is kept in each connection. One claim at a time, because each counts for its
-- host and its holder; what follows the lock sees what the claim before has committed.
create function claim_webhook_deliveries(room int, lease_seconds int, most_of_host int, most_of_holder int)
returns table (id bigint, token bigint) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('f2e webhook claims', 0));
  return query
  with busy as materialized (
    select e.host, coalesce(e.account_id, -e.parent_id) as holder
    from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id where d.lease_until > now()
  ), due as (
    select d.id, d.next_at, e.host, coalesce(e.account_id, -e.parent_id) as holder
    from webhook_endpoint e cross join lateral (
      select w.id, w.next_at from webhook_delivery w
      where w.endpoint_id = e.id and w.state = 'queued' and w.next_at <= now()
        and (w.lease_until is null or w.lease_until < now())
      order by w.next_at limit most_of_host) d
    where e.active and webhook_acts(e.account_id, e.parent_id)
  ), of_hosts as (
    select *, row_number() over (partition by due.host order by due.next_at)
      + (select count(*) from busy where busy.host = due.host) as place from due
  ), of_holders as (
    select h.id, h.next_at, row_number() over (partition by h.holder order by h.next_at)
      + (select count(*) from busy where busy.holder = h.holder) as place
    from of_hosts h where h.place <= most_of_host
  ), chosen as (
    select h.id from of_holders h where h.place <= most_of_holder order by h.place, h.next_at limit room
  )
  update webhook_delivery d set lease_token = d.lease_token + 1,
    lease_until = now() + make_interval(secs => lease_seconds)
  from chosen where d.id = chosen.id and d.state = 'queued'
  returning d.id, d.lease_token;
end $$;
