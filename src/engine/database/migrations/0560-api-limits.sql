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
-- A function, because its plans are kept in each connection: as one statement, planning takes three times as long as the
-- work. Only who has the secret uses the rate up. `allowed` is null where nothing was counted.
create function use_api_key(
  presented_id text, presented_mode text, presented_hash bytea, caller text,
  per_second float8, burst float8, note_every interval
) returns table (
  key_id bigint, account_id bigint, parent_id bigint, brand_id bigint, mode text, hash bytea, old_hash bytea, scopes text[],
  from_allowed boolean, allowed boolean, seconds_ahead float8
) language plpgsql as $$
declare
  k record;
  counted timestamptz;
begin
  select q.id, q.account_id, q.parent_id, coalesce(a.brand_id, p.brand_id) as brand_id, q.mode, q.hash,
    case when q.old_until > now() then q.old_hash end as old_hash, q.scopes, q.last_used_at, q.last_address,
    q.networks = '{}' or exists (select 1 from unnest(q.networks) n where caller::inet <<= n) as from_allowed
  into k
  from api_key q
  left join account a on a.id = q.account_id
  left join parent p on p.id = q.parent_id
  where q.public_id = presented_id and q.mode = presented_mode
    and (q.expires_at is null or q.expires_at > now())
    and (q.account_id is null or a.acts)
    and (q.parent_id is null or p.state = 'active');
  if not found then
    return;
  end if;
  if k.from_allowed and (k.hash = presented_hash or k.old_hash = presented_hash) then
    -- A call moves the moment on by its time; one that would move it further ahead than the burst changes nothing.
    insert into api_key_rate as r (key_id, ahead_until)
    values (k.id, clock_timestamp() + make_interval(secs => 1 / per_second))
    on conflict on constraint api_key_rate_pkey do update
      set ahead_until = greatest(r.ahead_until, clock_timestamp()) + make_interval(secs => 1 / per_second)
      where r.ahead_until <= clock_timestamp() + make_interval(secs => (burst - 1) / per_second)
    returning r.ahead_until into counted;
    allowed := found;
    if not allowed then
      select r.ahead_until into counted from api_key_rate r where r.key_id = k.id;
    end if;
    if k.last_used_at is null or k.last_address <> caller or k.last_used_at < now() - note_every then
      update api_key u set last_used_at = now(), last_address = caller where u.id = k.id;
    end if;
  end if;
  return query select k.id, k.account_id, k.parent_id, k.brand_id, k.mode, k.hash, k.old_hash, k.scopes, k.from_allowed,
    allowed, extract(epoch from counted - clock_timestamp())::float8;
end $$;
