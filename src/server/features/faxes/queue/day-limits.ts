import type { Logger } from 'pino';

import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { intlLocale } from '#contract/kit/language.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { measure } from '#server/kit/meter.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { FaxNotices } from '#server/features/faxes/notices/fax-notices.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { beginLimitAlert, countTo, laterFaxes, readDayLimits, recentFaxes } from './day-limit.store.ts';
import type { AccountLimits, DayDefaults, RecentFax } from './day-limit.store.ts';
import { abroadPrefixes, reachOf } from './destinations.ts';
import type { Judged } from './limit.store.ts';

/** How many faxes to other countries an account may send in a day. */
const ABROAD_A_DAY = 50;

const DAY_MS = 24 * 60 * 60_000;

/** Which daily limit was reached. */
export type DayLimitKind = 'calls' | 'pages' | 'number';

/** A send that would exceed a daily limit (A-SEND-18, A-SEND-19). */
export class DayLimitReached extends AppError {
  readonly kind: DayLimitKind;
  readonly max: number;

  constructor(kind: DayLimitKind, max: number, { number, waitMs, limits }: Reached) {
    const at = new Intl.DateTimeFormat(intlLocale(limits.language), {
      timeZone: limits.zone,
      weekday: 'long',
      hour: 'numeric',
      minute: '2-digit',
    }).format(new Date(Date.now() + waitMs + 60_000));
    super('DAY_LIMIT', {
      sentence: SENTENCES[kind],
      params: { max, at, number: formatFaxNumber(number) ?? number },
      retryAfterSeconds: Math.max(Math.ceil(waitMs / 1_000), 1),
    });
    this.kind = kind;
    this.max = max;
  }
}

interface Reached {
  number: string;
  waitMs: number;
  limits: AccountLimits;
}

const SENTENCES = {
  calls: 'DAY_LIMIT',
  pages: 'DAY_LIMIT_PAGES',
  number: 'DAY_LIMIT_NUMBER',
} as const satisfies Record<DayLimitKind, string>;

/**
 * Refuses more faxes abroad than a day allows: honest accounts send few, and a stolen password is used for them first.
 * Throws ABROAD_LIMIT.
 */
export async function checkAbroad(tx: Db, account: AccountId, numbers: readonly string[]): Promise<void> {
  const wanted = numbers.filter((number) => reachOf(number) === 'abroad').length;
  if (wanted === 0) return;
  const before = await countTo(tx, account, abroadPrefixes());
  if (before + wanted > ABROAD_A_DAY) throw new AppError('ABROAD_LIMIT', { params: { max: ABROAD_A_DAY } });
}

/**
 * Refuses faxes that would exceed the account's limits for 24 hours: to one number, in faxes, in pages. The caller
 * holds the account's row of the queue, so that concurrent sends do not all see the same room. `at` is when faxes that
 * are sent later are dialed; their limits are checked again then. Throws DayLimitReached.
 */
export async function checkDay(
  tx: Db,
  account: number,
  { numbers, pages, ...judged }: { numbers: readonly string[]; pages: number } & Judged,
  defaults: DayDefaults,
): Promise<void> {
  const limits = await readDayLimits(tx, account, defaults);
  const recent = await faxesAround(tx, account, limits, judged);
  for (const number of numbers) {
    const same = recent.filter(({ to }) => to === number);
    refuseOver('number', limits, { number, waitMs: waitFor(same, once, 1, limits.perNumber) });
  }
  refuseOver('calls', limits, { waitMs: waitFor(recent, once, numbers.length, limits.calls) });
  const wanted = Math.max(pages, 1) * numbers.length;
  refuseOver('pages', limits, { waitMs: waitFor(recent, pagesOf, wanted, limits.pages) });
}

/**
 * The part of `checkDay` for one number, for a fax that was already counted and now goes there instead. Throws
 * DayLimitReached.
 */
export async function checkDayNumber(
  tx: Db,
  account: number,
  { number, ...judged }: { number: string } & Judged,
  defaults: DayDefaults,
): Promise<void> {
  const limits = await readDayLimits(tx, account, defaults);
  const same = (await faxesAround(tx, account, limits, judged)).filter(({ to }) => to === number);
  refuseOver('number', limits, { number, waitMs: waitFor(same, once, 1, limits.perNumber) });
}

/** The part of `checkDay` for pages, once they are known. Throws DayLimitReached. */
export async function checkDayPages(
  tx: Db,
  account: number,
  { pages, ...judged }: { pages: number } & Judged,
  defaults: DayDefaults,
): Promise<void> {
  const limits = await readDayLimits(tx, account, defaults);
  const recent = await faxesAround(tx, account, limits, judged);
  refuseOver('pages', limits, { waitMs: waitFor(recent, pagesOf, pages, limits.pages) });
}

/** Returns the faxes of the last 24 hours; for a fax that is sent later, those within 24 hours of its time. */
async function faxesAround(
  tx: Db,
  account: number,
  limits: AccountLimits,
  { exceptDocument = 0, at = null }: Judged,
): Promise<RecentFax[]> {
  const recent = await recentFaxes(tx, account, limits.calls + 1, exceptDocument);
  if (at === null) return recent;
  const ahead = at.getTime() - Date.now();
  const later = await laterFaxes(tx, account, at, exceptDocument);
  return [...recent.filter(({ leavesIn }) => leavesIn > ahead), ...later];
}

const once = (): number => 1;
const pagesOf = ({ pages }: RecentFax): number => pages;

function refuseOver(
  kind: DayLimitKind,
  limits: AccountLimits,
  { number = '', waitMs }: { number?: string; waitMs: number | null },
): void {
  if (waitMs === null) return;
  throw new DayLimitReached(kind, kind === 'number' ? limits.perNumber : limits[kind], {
    number,
    waitMs,
    limits,
  });
}

/**
 * Returns the milliseconds until there is room for `more`; null if there is room now. More than a day's limit waits a
 * day.
 */
function waitFor(
  recent: readonly RecentFax[],
  weigh: (fax: RecentFax) => number,
  more: number,
  most: number,
): number | null {
  let over = recent.reduce((sum, fax) => sum + weigh(fax), 0) + more - most;
  if (over <= 0) return null;
  for (const fax of recent) {
    over -= weigh(fax);
    if (over <= 0) return Math.max(fax.leavesIn, 0);
  }
  return DAY_MS;
}

/** Dependencies of limit alerts. */
export interface LimitAlertDeps {
  database: Database;
  notices: Pick<FaxNotices, 'limitReached'>;
  log: Pick<Logger, 'error'>;
}

/** Records that an account reached a limit, and notifies the operator once a day for each limit. */
export async function noteDayLimit(
  tx: Db,
  { notices }: Pick<LimitAlertDeps, 'notices'>,
  accountId: number,
  { kind, max }: Pick<DayLimitReached, 'kind' | 'max'>,
): Promise<void> {
  measure('limit', { kind });
  if (!(await beginLimitAlert(tx, accountId, kind))) return;
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId,
    action: 'account.day-limit',
    object: `account/${accountId}`,
    detail: { kind, max },
  });
  await notices.limitReached(tx, accountId, { kind, max });
}

/**
 * Runs a transaction that adds faxes to the queue. If a daily limit refuses them, the operator is notified in a
 * separate transaction, because the refused one is rolled back.
 */
export async function sendingTransaction<T>(
  deps: LimitAlertDeps,
  account: AccountId,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  try {
    return await deps.database.transaction(work);
  } catch (error) {
    if (error instanceof DayLimitReached)
      await deps.database
        .transaction(async (tx) => await noteDayLimit(tx, deps, account, error))
        .catch((fault: unknown) => {
          logEvent(deps.log, 'limit.note-failed', { accountId: account, err: fault });
        });
    throw error;
  }
}
