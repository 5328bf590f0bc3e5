import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { KeyCaller } from '#server/kit/key-caller.ts';
import { ofKey } from '#server/kit/managed-account.store.ts';

import { LIMIT } from './billing.store.ts';

/** Pages of one account in one day or month of the server zone. */
export interface PeriodUsage {
  accountId: number;
  /** The day, or the first day of the month. */
  day: string;
  sent: number;
  received: number;
  /** Null if faxes were not counted yet at the time. */
  sentFaxes: number | null;
  receivedFaxes: number | null;
  limit: number | null;
}

/** Selects periods; those after `after` in the order of day and account. */
export interface PeriodFilter {
  granularity: 'day' | 'month';
  from: string;
  to: string;
  account: number | null;
  after: { day: string; account: number } | undefined;
  limit: number;
}

/** Lists the usage of the accounts that a key covers, as counted so far; periods without pages are left out. */
export async function listPeriods(
  db: Db,
  key: Pick<KeyCaller, 'owner'>,
  { granularity, from, to, account, after, limit }: PeriodFilter,
): Promise<PeriodUsage[]> {
  const months = granularity === 'month';
  const first = months ? sql`date_trunc('month', ${from}::date)::date` : sql`${from}::date`;
  const column = sql.ref(months ? 'u.month' : 'u.day');
  const { rows } = await sql<PeriodUsage>`
    select a.id as "accountId", ${column}::text as day, u.sent_pages as sent, u.rcvd_pages as received,
      ${faxes('sent_faxes', months)} as "sentFaxes", ${faxes('rcvd_faxes', months)} as "receivedFaxes",
      ${LIMIT} as "limit"
    from ${sql.table(months ? 'usage_month' : 'usage_day')} u
    join account a on a.id = u.account_id left join product p on p.id = a.product_id
    where ${ofKey(key)} and ${column} between ${first} and ${to}::date
      and u.sent_pages + u.rcvd_pages > 0
      and (${account}::bigint is null or a.id = ${account})
      and (${after?.day ?? null}::date is null or (${column}, a.id) > (${after?.day ?? null}::date, ${after?.account ?? 0}::bigint))
    order by ${column}, a.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the faxes of the period; for a month only if they were counted on every day. */
function faxes(column: 'sent_faxes' | 'rcvd_faxes', months: boolean) {
  if (!months) return sql.ref(`u.${column}`);
  const counted = sql.ref(`d.${column}`);
  return sql`(
    select case when bool_and(${counted} is not null) then sum(${counted})::int end from usage_day d
    where d.account_id = u.account_id and d.day >= u.month and d.day < u.month + interval '1 month')`;
}
