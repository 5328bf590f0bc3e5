import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { FaxTurns } from '#engine/documents/port.ts';

/** Who is notified about an account's faxes, and how. */
export interface Listener {
  accountId: number;
  brandId: number;
  adminEmail: string;
  faxNumber: string;
  isHipaa: boolean;
  notifyNew: boolean;
  /** Whether mails about received faxes contain PDFs with the words of their pages. */
  wantsWords: boolean;
  sendNotices: 'none' | 'failed' | 'sent' | 'all';
  /** Whether notices about the month's pages are sent. */
  usageNotices: boolean;
  language: string;
  /** IANA name. */
  zone: string;
}

export async function readListener(tx: Db, accountId: number): Promise<Listener> {
  return await tx
    .selectFrom('account as a')
    .innerJoin('account_settings as s', 's.account_id', 'a.id')
    .innerJoin('timezone as z', 'z.id', 's.timezone_id')
    .select(['a.id as accountId', 'a.brand_id as brandId', 'a.admin_email as adminEmail'])
    .select(['a.is_hipaa as isHipaa', 's.notify_new as notifyNew', 's.send_notices as sendNotices'])
    .select(['s.usage_notices as usageNotices', 's.language', 'z.system_name as zone'])
    .select(sql<boolean>`s.fax_copy = 'pdf' and s.fax_copy_words and not a.is_hipaa`.as('wantsWords'))
    .select(sql<string>`coalesce(a.fax_number, '')`.as('faxNumber'))
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/**
 * Returns the addresses besides the owner's that get every received fax, oldest first; unconfirmed ones are left out.
 */
export async function listReceivers(tx: Db, accountId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('subaccount')
    .select('email')
    .where('account_id', '=', accountId)
    .where('receive_faxes', '=', true)
    .where('confirm_hash', 'is', null)
    .orderBy('created_at')
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

/** A fax as a mail describes it. */
export interface NoticedFax {
  id: number;
  otherNumber: string;
  company: string;
  stationId: string;
  pages: number;
  at: Date;
  reason: string | null;
  /** Whether it is a received fax whose call ended before all pages were sent. */
  cutOff: boolean;
  /** Set for sent faxes. */
  origin: string | null;
  originatorEmail: string | null;
  dials: number | null;
  /** Whether its pages were made and within the limits, so that it was to be dialed. */
  ready: boolean | null;
}

export async function readFax(tx: Db, accountId: number, faxId: number): Promise<NoticedFax> {
  const { rows } = await sql<NoticedFax>`
    select f.id, f.other_number as "otherNumber", f.company, f.station_id as "stationId", f.pages, f.fax_at as at,
      f.reason, f.action = 'R' and f.status = 'FAILED' as "cutOff", j.origin, j.originator_email as "originatorEmail", j.dials, j.ready
    from fax f
    left join lateral (
      select origin, originator_email, dials, ready from send_job
      where account_id = f.account_id and fax_id = f.id order by id desc limit 1
    ) j on true
    where f.account_id = ${accountId} and f.id = ${faxId}`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('a notice is about a fax that is not there');
  return row;
}

/** The pages of a month as a mail about them states them. */
interface CountedUsage {
  month: string;
  used: number;
  limit: number;
  /** Whether more pages are refused, billed, or neither. */
  overage: 'block' | 'bill' | 'none';
}

/**
 * Returns the account's used pages of the month, and what happens beyond the limit; null if no limit is counted.
 */
export async function readUsage(
  tx: Db,
  accountId: number,
  zone: string,
  defaultLimit: number,
): Promise<CountedUsage | null> {
  const { rows } = await sql<CountedUsage>`
    select u.month::text as month, u.sent_pages + u.rcvd_pages as used,
      coalesce(a.month_limit, p.month_limit, ${defaultLimit}::int) as "limit",
      coalesce(p.overage, 'block') as overage
    from account a
    left join product p on p.id = a.product_id
    join usage_month u on u.account_id = a.id
      and u.month = date_trunc('month', now() at time zone ${zone})::date
    where a.id = ${accountId} and not (a.options ~* '(^|;)\\s*enterprisefax\\s*=\\s*yes\\y')`.execute(tx);
  return rows[0] ?? null;
}

/** Marks percentages as warned. Returns the newly marked ones: each is reported once a month. */
export async function markWarned(
  tx: Db,
  accountId: number,
  month: string,
  percents: readonly (80 | 100)[],
): Promise<number[]> {
  if (percents.length === 0) return [];
  const rows = await tx
    .insertInto('usage_warning')
    .values(percents.map((percent) => ({ account_id: accountId, month, percent })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('percent')
    .execute();
  return rows.map(({ percent }) => percent);
}

/** A fax whose document may be attached to a mail. */
export interface EnclosableFax extends FaxTurns {
  isHipaa: boolean;
  copy: 'pdf' | 'tiff' | 'notice';
  /** Whether the PDF contains the words of its pages. */
  words: boolean;
  report: boolean;
  language: string;
  zone: string;
  otherNumber: string;
  at: Date;
  pages: number;
  tiffKey: string | null;
}

export async function findEnclosable(
  db: Db,
  accountId: number,
  faxId: number,
): Promise<EnclosableFax | undefined> {
  return await db
    .selectFrom('fax as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .innerJoin('account as a', 'a.id', 'f.account_id')
    .innerJoin('account_settings as s', 's.account_id', 'a.id')
    .innerJoin('timezone as z', 'z.id', 's.timezone_id')
    .select(['a.is_hipaa as isHipaa', 's.fax_copy as copy', 's.fax_copy_words as words'])
    .select(['s.send_report as report', 's.language'])
    .select(['z.system_name as zone', 'f.other_number as otherNumber', 'f.fax_at as at', 'f.rotation'])
    .select(['f.page_turns as pageTurns', 'd.pages', 'd.tiff_key as tiffKey'])
    .where('f.account_id', '=', accountId)
    .where('f.id', '=', faxId)
    .executeTakeFirst();
}
