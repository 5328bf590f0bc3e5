import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { countLater, countOpenTests } from './day-limit.store.ts';
import type { DayDefaults } from './day-limit.store.ts';
import { checkAbroad, checkDay } from './day-limits.ts';
import { pagesLeft } from './limit.store.ts';

/** How many faxes of one account may wait for a time: a year of them must not become an endless burst. */
const MOST_LATER = 500;

/** How many test faxes of one account may wait: they cost nothing, but as much work as others. */
const MOST_TESTS = 200;
const TESTS_AGAIN_SECONDS = 10;

/** Dependencies of checking limits. */
export interface LimitDeps {
  /** An account's daily limits unless it or its product sets others. */
  dayLimits: DayDefaults;
  /** The server zone, which the months of usage follow. */
  zone: string;
}

/** A send to be checked against the limits. */
export interface Wanted {
  numbers: readonly string[];
  /** Pages of the document; 0 while they are unknown. */
  pages: number;
  /** When it is to be sent, if later: the limits of that day and month apply. */
  at?: Date | null;
  /** Whether it was to be sent later and is due now: faxes that are still to be sent later do not count against it. */
  isDue?: boolean;
  /** Leaves out the faxes of this document: one of them gets another time. */
  exceptDocument?: number;
}

/**
 * Refuses what exceeds the account's limits for a day or a month. The caller holds the account's row of the queue.
 * Throws ABROAD_LIMIT, DayLimitReached and LIMIT_REACHED.
 */
export async function checkLimits(
  { dayLimits, zone }: LimitDeps,
  tx: Db,
  account: AccountId,
  { numbers, pages, at = null, isDue = false, exceptDocument = 0 }: Wanted,
): Promise<void> {
  await checkAbroad(tx, account, numbers);
  await checkDay(tx, account, { numbers, pages, at, exceptDocument }, dayLimits);
  // Unknown pages count as one: a fax has at least one.
  const needed = Math.max(pages, 1) * numbers.length;
  const month = await pagesLeft(tx, account, zone, { at, exceptLater: isDue, exceptDocument });
  if (month && needed > month.left) {
    const params = { limit: month.limit, left: Math.max(month.left, 0) };
    throw new AppError('LIMIT_REACHED', { params });
  }
}

/**
 * Refuses more faxes that wait for a time than an account may have. The caller holds the account's row of the queue.
 * Throws TOO_MANY_LATER.
 */
export async function checkLater(tx: Db, account: AccountId, more: number): Promise<void> {
  if ((await countLater(tx, account)) + more > MOST_LATER)
    throw new AppError('TOO_MANY_LATER', { params: { max: MOST_LATER } });
}

/**
 * Refuses more test faxes than may wait at once. The caller holds the account's row of the queue. Throws
 * TOO_MANY_TESTS.
 */
export async function checkTests(tx: Db, account: AccountId, more: number): Promise<void> {
  if ((await countOpenTests(tx, account)) + more > MOST_TESTS)
    throw new AppError('TOO_MANY_TESTS', {
      params: { max: MOST_TESTS },
      retryAfterSeconds: TESTS_AGAIN_SECONDS,
    });
}
