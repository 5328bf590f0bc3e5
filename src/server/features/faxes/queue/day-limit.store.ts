import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Limits for 24 hours: faxes (one per number, however often it is tried), pages, and faxes to one number. */
export interface DayLimits {
  calls: number;
  pages: number;
  perNumber: number;
}

/** Limits where neither account nor product sets others; accounts younger than `newDays` have `fresh` at most. */
export interface DayDefaults {
  usual: DayLimits;
  fresh: DayLimits;
  newDays: number;
}

/** An account's limits, with its owner's zone and language for times. */
export interface AccountLimits extends DayLimits {
  zone: string;
  language: string;
}

/**
 * Returns the limits that apply: the account's own, or else its product's or the installation's. While the account is
 * new, only its own limits may exceed those of new accounts.
 */
export async function readDayLimits(
  tx: Db,
  accountId: number,
  { usual, fresh, newDays }: DayDefaults,
): Promise<AccountLimits> {
  const { rows } = await sql<AccountLimits>`
    select ${limit('day_calls', usual.calls, fresh.calls)} as calls,
      ${limit('day_pages', usual.pages, fresh.pages)} as pages,
      ${limit('day_per_number', usual.perNumber, fresh.perNumber)} as "perNumber",
      coalesce(z.system_name, 'UTC') as zone, coalesce(s.language, 'en') as language
    from account a
    cross join lateral (select a.created_at > now() - make_interval(days => ${newDays}) as is_new) young
    -- An erased account has no settings any more; the console shows it all the same.
    left join account_settings s on s.account_id = a.id
    left join timezone z on z.id = s.timezone_id
    left join product p on p.id = a.product_id
    where a.id = ${accountId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('there is no such account');
  return row;
}

function limit(own: string, most: number, whileNew: number): RawBuilder<number> {
  return sql`coalesce(a.${sql.ref(own)},
    least(coalesce(p.${sql.ref(own)}, ${most}::int), case when young.is_new then ${whileNew}::int end))`;
}

/** A fax of the last 24 hours. */
export interface RecentFax {
  /** Milliseconds until it no longer counts. */
  leavesIn: number;
  to: string;
  pages: number;
}

/**
 * Selects the account's faxes of the last 24 hours, including those that were erased since or were called at another
 * number before. A fax that is to be sent later counts once it is due. A single statement reads all of them, so that
 * none is missed while it is being erased.
 */
function usedInDay(accountId: number): RawBuilder<unknown> {
  return sql`(
    select j.created_at as at, j.id, j.to_number as number, greatest(f.pages, 1) as pages, f.document_id,
      not (j.dials = 0 and j.state in ('FAILED', 'CANCELLED')) as called
    from fax f join send_job j on j.account_id = f.account_id and j.fax_id = f.id
    where f.account_id = ${accountId} and f.folder in (2, 3, 4, 5) and f.fax_at > now() - interval '24 hours'
      and f.action = 'S' and j.created_at > now() - interval '24 hours' and j.send_at is null and not j.is_test
    union all
    select at, of_id, number, pages, null, called from day_limit_use
    where account_id = ${accountId} and kind = 'fax' and at > now() - interval '24 hours')`;
}

/**
 * Returns the account's faxes of the last 24 hours, oldest first, without those that ended before their first call.
 * Returns only the newest `most`, because nothing beyond the limit matters. `exceptDocument` leaves out the faxes that
 * are being checked.
 */
export async function recentFaxes(
  tx: Db,
  accountId: number,
  most: number,
  exceptDocument = 0,
): Promise<RecentFax[]> {
  const { rows } = await sql<RecentFax>`
    select (extract(epoch from at + interval '24 hours' - now()) * 1000)::float8 as "leavesIn", number as "to", pages
    from ${usedInDay(accountId)} used
    where called and document_id is distinct from ${exceptDocument}
    order by at desc, id desc limit ${most}`.execute(tx);
  return rows.toReversed();
}

/**
 * Counts the faxes of the last 24 hours to numbers with these prefixes, including those that ended before their first
 * call.
 */
export async function countTo(tx: Db, accountId: number, prefixes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${usedInDay(accountId)} used
    where number ^@ any(${[...prefixes]}::text[])`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * Returns the account's faxes that are to be sent within a day of `at`, earliest first; `leavesIn` counts from their
 * time.
 */
export async function laterFaxes(
  tx: Db,
  accountId: number,
  at: Date,
  exceptDocument = 0,
): Promise<RecentFax[]> {
  const { rows } = await sql<RecentFax>`
    select (extract(epoch from j.send_at + interval '24 hours' - now()) * 1000)::float8 as "leavesIn",
      j.to_number as "to", greatest(f.pages, 1) as pages
    from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id
    where j.account_id = ${accountId} and j.state in ('QUEUED', 'CONVERTING', 'WAITING') and not j.is_test
      and j.send_at > ${at}::timestamptz - interval '24 hours' and j.send_at < ${at}::timestamptz + interval '24 hours'
      and f.document_id <> ${exceptDocument}
    order by j.send_at, j.id`.execute(tx);
  return rows;
}

/** Counts the account's faxes that are to be sent later. */
export async function countLater(tx: Db, accountId: number): Promise<number> {
  const { n } = await tx
    .selectFrom('send_job')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('send_at', 'is not', null)
    .where('state', 'in', ['QUEUED', 'CONVERTING', 'WAITING'])
    .executeTakeFirstOrThrow();
  return n;
}

/** Counts the account's test faxes that are not done yet. */
export async function countOpenTests(tx: Db, accountId: number): Promise<number> {
  const { n } = await tx
    .selectFrom('send_job')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('is_test', '=', true)
    .where('state', 'in', ['QUEUED', 'CONVERTING', 'SENDING', 'WAITING'])
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * Returns whether the operator has not been told within a day that the account reached this limit, and marks it as
 * told.
 */
export async function beginLimitAlert(tx: Db, accountId: number, kind: string): Promise<boolean> {
  const { rows } = await sql`
    insert into day_limit_alert (account_id, kind) values (${accountId}, ${kind})
    on conflict (account_id, kind) do update set at = now() where day_limit_alert.at <= now() - interval '24 hours'
    returning kind`.execute(tx);
  return rows.length > 0;
}
