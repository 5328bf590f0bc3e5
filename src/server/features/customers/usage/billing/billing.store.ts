import { sql } from 'kysely';

import { DEFAULT_MONTH_LIMIT } from '#contract/mailbox/account.ts';
import type { Db } from '#engine/database/port.ts';

/** Pages of one account in one month. */
export interface MonthUsage {
  uid: number;
  faxnumber: string | null;
  hid: number;
  parentId: number | null;
  email: string;
  month: string;
  sent: number;
  received: number;
  /** Limit of the product or the operator; null: no limit. */
  limit: number | null;
}

/** Pages per month of an account `a` with its product `p`; null: no limit. */
export const LIMIT = sql`case when a.options ~* '(^|;)\\s*enterprisefax\\s*=\\s*yes\\y' or p.overage = 'none' then null
  else coalesce(a.month_limit, p.month_limit, ${DEFAULT_MONTH_LIMIT}::int) end`;

/**
 * Returns the usage of a month (given by its first day), of one brand, one account or all; accounts without pages are
 * left out.
 */
export async function readMonthUsage(
  db: Db,
  {
    month,
    brandId = null,
    accountId = null,
  }: { month: string; brandId?: number | null; accountId?: number | null },
): Promise<MonthUsage[]> {
  const { rows } = await sql<MonthUsage>`
    select a.id as uid, a.fax_number as faxnumber, a.brand_id as hid, a.parent_id as "parentId", a.admin_email as email,
      to_char(u.month, 'YYYY-MM') as month, u.sent_pages as sent, u.rcvd_pages as received, ${LIMIT} as "limit"
    from usage_month u join account a on a.id = u.account_id left join product p on p.id = a.product_id
    where u.month = ${month}::date and (${brandId}::bigint is null or a.brand_id = ${brandId})
      and (${accountId}::bigint is null or a.id = ${accountId})
    order by a.id`.execute(db);
  return rows;
}

/** Returns the months of one account, newest first. */
export async function readAccountMonths(db: Db, accountId: number): Promise<MonthUsage[]> {
  const { rows } = await sql<MonthUsage>`
    select a.id as uid, a.fax_number as faxnumber, a.brand_id as hid, a.parent_id as "parentId", a.admin_email as email,
      to_char(u.month, 'YYYY-MM') as month, u.sent_pages as sent, u.rcvd_pages as received, ${LIMIT} as "limit"
    from usage_month u join account a on a.id = u.account_id left join product p on p.id = a.product_id
    where a.id = ${accountId} order by u.month desc`.execute(db);
  return rows;
}

/** Something that is charged. */
export interface BillingEvent {
  at: Date;
  kind: 'number' | 'port' | 'storage_setup' | 'overage';
  uid: number;
  parentId: number | null;
  quantity: number;
  note: string;
}

/**
 * Returns the events since a day: numbers assigned, numbers ported, storage set up, pages over the limit if the product
 * bills them. All events are derived from permanent rows, so an export can be repeated.
 */
export async function readBillingEvents(db: Db, since: string, zone: string): Promise<BillingEvent[]> {
  const { rows } = await sql<BillingEvent>`
    select * from (
      select a.created_at as at, 'number' as kind, a.id as uid, a.parent_id as "parentId", 1 as quantity,
        coalesce(a.fax_number, a.pending_number, '') as note
      from account a
      union all
      select o.updated_at, 'port', o.account_id, a.parent_id, 1, coalesce(o.digits, '')
      from port_order o join account a on a.id = o.account_id where o.state = 'done' and o.kind = 'port'
      union all
      select s.created_at, 'storage_setup', s.account_id, a.parent_id, 1, s.kind
      from storage_link s join account a on a.id = s.account_id
      union all
      select least((u.month + interval '1 month') at time zone ${zone}, now()), 'overage', a.id, a.parent_id,
        u.sent_pages + u.rcvd_pages - ${LIMIT},
        to_char(u.month, 'YYYY-MM')
      from usage_month u join account a on a.id = u.account_id join product p on p.id = a.product_id
      where p.overage = 'bill'
        and u.sent_pages + u.rcvd_pages > ${LIMIT}
    ) events
    where at >= ${since}::date::timestamp at time zone ${zone}
    order by at, uid, kind`.execute(db);
  return rows;
}
