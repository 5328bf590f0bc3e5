import { sql } from 'kysely';

import type { USAGE_SORTS } from '#contract/customers/usage.ts';
import type { Db } from '#engine/database/port.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

/** Days of the server zone, both inclusive, as YYYY-MM-DD. */
export interface DayRange {
  from: string;
  to: string;
}

/** Pages of one account in a range of days. */
export interface UsageRow {
  id: number;
  number: string | null;
  email: string;
  sent: number;
  received: number;
}

const SORT_KEYS = {
  faxnumber: sql.raw('number'),
  email: sql.raw('lower(email)'),
  total: sql.raw('sent + received'),
} as const;

/** A page of accounts, with the total number of accounts and pages. */
export interface UsagePage {
  rows: UsageRow[];
  accounts: number;
  pages: number;
}

/**
 * Returns a page of the administrator's accounts with usage in the range, including accounts removed since. The totals
 * come along, because the sums of the days, which are nearly all of the work, are then computed only once.
 */
export async function listUsage(
  db: Db,
  parent: AdministratorId,
  range: DayRange,
  page: { sort: (typeof USAGE_SORTS)[number]; order: 'asc' | 'desc'; offset: number; limit: number },
): Promise<UsagePage> {
  const direction = sql.raw(page.order === 'desc' ? 'desc' : 'asc');
  const { rows } = await sql<UsageRow & Omit<UsagePage, 'rows'>>`
    select id, number, email, sent, received, accounts, pages from (
      select a.id, a.admin_email as email,
        coalesce(a.fax_number, (select n.digits from number n where n.last_account_id = a.id limit 1)) as number,
        u.sent, u.received, count(*) over ()::int as accounts, sum(u.sent + u.received) over ()::bigint as pages
      from account a join (${usedBy(parent, range)}) u on u.account_id = a.id
    ) used
    order by ${SORT_KEYS[page.sort]} ${direction} nulls last, id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const [first] = rows;
  if (!first && page.offset > 0) {
    const { accounts, pages } = await listUsage(db, parent, range, { ...page, offset: 0, limit: 1 });
    return { rows, accounts, pages };
  }
  return { rows, accounts: first?.accounts ?? 0, pages: first?.pages ?? 0 };
}

function usedBy(parent: AdministratorId, { from, to }: DayRange) {
  return sql`
    select d.account_id, sum(d.shown_sent)::int as sent, sum(d.shown_rcvd)::int as received
    from account a join usage_day d on d.account_id = a.id
    where a.parent_id = ${parent} and d.day between ${from}::date and ${to}::date
    group by d.account_id having sum(d.shown_sent + d.shown_rcvd) > 0`;
}

/** Returns the pages of each day of the range over all accounts, including days without any. */
export async function listDays(
  db: Db,
  parent: AdministratorId,
  { from, to }: DayRange,
): Promise<{ date: string; sent: number; received: number }[]> {
  const { rows } = await sql<{ date: string; sent: number; received: number }>`
    select day::date as date, coalesce(u.sent, 0)::int as sent, coalesce(u.received, 0)::int as received
    from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') day
    left join (
      select d.day, sum(d.shown_sent) as sent, sum(d.shown_rcvd) as received
      from account a join usage_day d on d.account_id = a.id
      where a.parent_id = ${parent} and d.day between ${from}::date and ${to}::date
      group by d.day
    ) u using (day)
    order by day`.execute(db);
  return rows;
}

/** Returns the time of the last roll-up; null before the first. */
export async function readThrough(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('usage_rollup').select('through').executeTakeFirst();
  return row?.through ?? null;
}

/**
 * Makes everything counted since the last roll-up visible. Pages count on the day on which they were booked, so only
 * days since the last roll-up can differ. The day before is included for transactions that were in progress then, and
 * `day` for an older day that is known to differ.
 */
export async function rollUp(tx: Db, zone: string, day?: string): Promise<Date> {
  // A second concurrent call waits, and finds nothing left to do.
  await sql`select 1 from usage_rollup for update`.execute(tx);
  await sql`
    update usage_day set shown_sent = sent_pages, shown_rcvd = rcvd_pages
    where (shown_sent, shown_rcvd) <> (sent_pages, rcvd_pages)
      and (day >= coalesce((select (through at time zone ${zone})::date - 1 from usage_rollup), '-infinity'::date)
        or day = ${day ?? null}::date)`.execute(tx);
  const { rows } = await sql<{ through: Date }>`
    update usage_rollup set through = now() returning through`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the roll-up has lost its row');
  return row.through;
}
