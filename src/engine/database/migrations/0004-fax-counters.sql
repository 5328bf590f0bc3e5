-- The message list: indexes for every order, and counters so that no list ever counts rows.

-- Without this, lower() would take its rules from the "C" columns among the parts and leave É as it is.
alter table fax_party drop column search_text;
alter table fax_party
  -- Parts separated by a newline, which no search term holds.
  add column search_text text collate "C" not null generated always as (
    lower((company || E'\n' || number || E'\n' || sender || E'\n' || to_person) collate "default")
  ) stored,
  -- As fax.company_key: finds the place of a company in the list without walking there.
  add column company_key text collate "C" not null generated always as (lower(left(company, 40))) stored;

-- Minutes since 1970: what the list shows of a time, free of zones, and cheap to test row by row.
alter table fax add column at_minute int not null generated always as (
  floor(extract(epoch from (fax_at at time zone 'UTC')) / 60)::int
) stored;

-- Marking as read changes no index; with some room left on the page it touches nothing but the row.
alter table fax set (fillfactor = 90);

-- Each order can be walked without the table itself; party and minute ride along for searches.
create index fax_by_date on fax (account_id, folder, fax_at, id) include (party_id, at_minute);
create index fax_by_number on fax (account_id, folder, other_number, id) include (party_id, at_minute);
create index fax_by_company on fax (account_id, folder, company_key, id) include (party_id, at_minute);
create index fax_by_pages on fax (account_id, folder, pages, id) include (party_id, at_minute);
create index fax_by_bytes on fax (account_id, folder, bytes, id) include (party_id, at_minute);
create index fax_by_party on fax (account_id, folder, party_id, fax_at, id) include (at_minute);
-- The time of day (UTC): «12:3» in any zone is a few of these minutes.
create index fax_by_minute on fax (account_id, folder, (at_minute % 1440), at_minute, id) include (party_id);

-- Folder 5 (deleted) is not counted anywhere: nobody can see it.
create table folder_counter (
  account_id bigint not null references account on delete cascade,
  folder smallint not null,
  total int not null default 0,
  unread int not null default 0,
  primary key (account_id, folder)
) with (fillfactor = 50);

create table party_counter (
  account_id bigint not null,
  folder smallint not null,
  party_id bigint not null,
  n int not null,
  primary key (account_id, folder, party_id),
  foreign key (account_id, party_id) references fax_party (account_id, id) on delete cascade
) with (fillfactor = 80);

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

-- Adds what one statement changed. Rows are always taken in the order of their keys, folder by folder,
-- so that two statements never wait for each other in a circle.
create function count_faxes(deltas fax_delta[]) returns void language plpgsql as $$
begin
  if deltas is null then
    return;
  end if;
  insert into folder_counter as c (account_id, folder, total, unread)
  select account_id, folder, sum(n), coalesce(sum(n) filter (where is_new), 0)
  from unnest(deltas)
  group by account_id, folder
  having sum(n) <> 0 or sum(n) filter (where is_new) <> 0
  order by account_id, folder
  on conflict (account_id, folder) do update
  set total = c.total + excluded.total, unread = c.unread + excluded.unread;

  insert into party_counter as c (account_id, folder, party_id, n)
  select account_id, folder, party_id, sum(n)
  from unnest(deltas)
  group by account_id, folder, party_id
  having sum(n) <> 0
  order by account_id, folder, party_id
  on conflict (account_id, folder, party_id) do update set n = c.n + excluded.n;

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
