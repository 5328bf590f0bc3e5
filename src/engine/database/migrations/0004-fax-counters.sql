-- The message list: indexes for every order, and counters so that no list ever counts rows.

-- Without this, lower() would take its rules from the "C" columns among the parts and leave É as it is.
alter table fax_party drop column search_text;
alter table fax_party
  -- Parts separated by a newline, which no search term holds.
  add column search_text text collate "C" not null generated always as (
    lower((company || E'\n' || number || E'\n' || sender || E'\n' || to_person) collate "default")
  ) stored,
  -- As fax.company_key: finds the place of a company in the list without walking there.
  add column company_key text collate "C" not null generated always as (lower(left(company, 40))) stored,
  -- Faxes in each folder, so that a search for words reads this table alone.
  add column in_inbox int not null default 0,
  add column in_sent int not null default 0,
  add column in_archive int not null default 0,
  add column in_outbox int not null default 0;
alter table fax_party set (fillfactor = 80);

-- Minutes since 1970: what the list shows of a time, free of zones, and cheap to test row by row.
alter table fax add column at_minute int not null generated always as (
  floor(extract(epoch from (fax_at at time zone 'UTC')) / 60)::int
) stored;

-- Marking as read changes no index; with some room left on the page it touches nothing but the row.
alter table fax set (fillfactor = 90);

-- Each order can be walked without the table itself; party and minute ride along for searches.
create index fax_by_number on fax (account_id, folder, other_number, id) include (party_id, at_minute);
create index fax_by_company on fax (account_id, folder, company_key, id) include (party_id, at_minute);
create index fax_by_pages on fax (account_id, folder, pages, id) include (party_id, at_minute);
create index fax_by_bytes on fax (account_id, folder, bytes, id) include (party_id, at_minute);
-- These three gather what a search finds: with everything that it can then be sorted by.
create index fax_by_date on fax (account_id, folder, fax_at, id) include (party_id, at_minute, pages, bytes);
create index fax_by_party on fax (account_id, folder, party_id, fax_at, id) include (at_minute, pages, bytes);
-- The time of day (UTC): «12:3» in any zone is a few of these minutes.
create index fax_by_minute on fax (account_id, folder, (at_minute % 1440), at_minute, id)
include (party_id, fax_at, pages, bytes);

-- Folder 5 (deleted) is not counted anywhere: nobody can see it.
create table folder_counter (
  account_id bigint not null references account on delete cascade,
  folder smallint not null,
  total int not null default 0,
  unread int not null default 0,
  primary key (account_id, folder)
) with (fillfactor = 50);

-- Months are those of UTC: in any reader's zone a range of days is whole months and a rest, which is counted.
-- (Days would be nearly as many rows as faxes in a mailbox that gets one a day.)
create table month_counter (
  account_id bigint not null references account on delete cascade,
  folder smallint not null,
  month date not null,
  n int not null,
  primary key (account_id, folder, month)
) with (fillfactor = 80);

create type fax_delta as (
  account_id bigint,
  folder smallint,
  party_id bigint,
  month date,
  is_new boolean,
  n int
);

-- Adds what one statement changed. Rows are always taken in the same order (parties, folders, months, each by key),
-- so that two statements never wait for each other in a circle.
create function count_faxes(deltas fax_delta[]) returns void language plpgsql as $$
begin
  if deltas is null then
    return;
  end if;
  perform 1
  from fax_party p
  join (
    select distinct account_id, party_id
    from unnest(deltas)
    group by account_id, party_id, folder
    having sum(n) <> 0
  ) d on d.account_id = p.account_id and d.party_id = p.id
  order by p.account_id, p.id
  for no key update of p;
  update fax_party p
  set in_inbox = p.in_inbox + d.inbox, in_sent = p.in_sent + d.sent,
    in_archive = p.in_archive + d.archive, in_outbox = p.in_outbox + d.outbox
  from (
    select account_id, party_id,
      coalesce(sum(n) filter (where folder = 1), 0) as inbox, coalesce(sum(n) filter (where folder = 2), 0) as sent,
      coalesce(sum(n) filter (where folder = 3), 0) as archive, coalesce(sum(n) filter (where folder = 4), 0) as outbox
    from unnest(deltas)
    group by account_id, party_id
  ) d
  where p.account_id = d.account_id and p.id = d.party_id and (d.inbox, d.sent, d.archive, d.outbox) <> (0, 0, 0, 0);

  insert into folder_counter as c (account_id, folder, total, unread)
  select account_id, folder, sum(n), coalesce(sum(n) filter (where is_new), 0)
  from unnest(deltas)
  group by account_id, folder
  having sum(n) <> 0 or sum(n) filter (where is_new) <> 0
  order by account_id, folder
  on conflict (account_id, folder) do update
  set total = c.total + excluded.total, unread = c.unread + excluded.unread;

  insert into month_counter as c (account_id, folder, month, n)
  select account_id, folder, month, sum(n)
  from unnest(deltas)
  group by account_id, folder, month
  having sum(n) <> 0
  order by account_id, folder, month
  on conflict (account_id, folder, month) do update set n = c.n + excluded.n;
end
$$;

create function count_added_faxes() returns trigger language plpgsql as $$
begin
  perform count_faxes((
    select array_agg(row (account_id, folder, party_id, month, is_new, n)::fax_delta)
    from (
      select account_id, folder, party_id, month_of(at_minute) as month, is_new, count(*)::int as n
      from come
      where folder <> 5
      group by 1, 2, 3, 4, 5
    ) d
  ));
  return null;
end
$$;

create function count_removed_faxes() returns trigger language plpgsql as $$
begin
  perform count_faxes((
    select array_agg(row (account_id, folder, party_id, month, is_new, n)::fax_delta)
    from (
      select account_id, folder, party_id, month_of(at_minute) as month, is_new, -count(*)::int as n
      from gone
      where folder <> 5
      group by 1, 2, 3, 4, 5
    ) d
  ));
  return null;
end
$$;

-- Most updates (a page count, a rotation) change nothing that is counted: their deltas cancel out.
create function count_changed_faxes() returns trigger language plpgsql as $$
begin
  perform count_faxes((
    select array_agg(row (account_id, folder, party_id, month, is_new, n)::fax_delta)
    from (
      select account_id, folder, party_id, month_of(at_minute) as month, is_new, sum(sign)::int as n
      from (
        select account_id, folder, party_id, at_minute, is_new, -1 as sign from gone
        union all
        select account_id, folder, party_id, at_minute, is_new, 1 from come
      ) both_sides
      where folder <> 5
      group by 1, 2, 3, 4, 5
      having sum(sign) <> 0
    ) d
  ));
  return null;
end
$$;

-- The month in UTC that a minute since 1970 lies in.
create function month_of(minute int) returns date language sql immutable parallel safe
return date_trunc('month', (date '1970-01-01' + minute / 1440)::timestamp)::date;

create trigger fax_added after insert on fax
referencing new table as come for each statement execute function count_added_faxes();
create trigger fax_removed after delete on fax
referencing old table as gone for each statement execute function count_removed_faxes();
create trigger fax_changed after update on fax
referencing old table as gone new table as come for each statement execute function count_changed_faxes();
