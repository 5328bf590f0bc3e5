import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { countLater, countOpenTests } from './day-limit.store.ts';
import type { DayDefaults } from './day-limit.store.ts';
import { checkAbroad, checkDay } from './day-limits.ts';
import { pagesLeft } from './limit.store.ts';

/** Faxes of one account that may wait for a time: a year of them must not become a burst without end. */
const MOST_LATER = 500;

/** Test faxes of one account that may wait: they cost nothing, but make as much work as others. */
const MOST_TESTS = 200;
const TESTS_AGAIN_SECONDS = 10;

/** What judging a send needs. */
export interface LimitDeps {
  /** What an account may send in a day unless it or its product says otherwise. */
  dayLimits: DayDefaults;
  /** The server zone: months of usage are in it. */
  zone: string;
}

/** A send that is being judged. */
export interface Wanted {
  numbers: readonly string[];
  /** Of the document; 0 while they are not known. */
  pages: number;
  /** When it is to be sent, where that is later: limits of that day and month are asked. */
  at?: Date | null;
  /** It was to be sent later and is due now: what is still to come does not count against it. */
  isDue?: boolean;
  /** Leaves out the faxes of this document: one of them gets another time. */
  exceptDocument?: number;
}

/**
 * Refuses what goes over what the account may send in a day or a month. The caller holds the account's row of the queue.
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
  // Pages that are not known yet count as one: a fax has at least that.
  const needed = Math.max(pages, 1) * numbers.length;
  const month = await pagesLeft(tx, account, zone, { at, exceptLater: isDue, exceptDocument });
  if (month && needed > month.left) {
    const params = { limit: month.limit, left: Math.max(month.left, 0) };
    throw new AppError('LIMIT_REACHED', { params });
  }
}

/** Refuses more faxes that wait for a time than an account may have. The caller holds the account's row of the queue. Throws TOO_MANY_LATER. */
export async function checkLater(tx: Db, account: AccountId, more: number): Promise<void> {
  if ((await countLater(tx, account)) + more > MOST_LATER)
    throw new AppError('TOO_MANY_LATER', { params: { max: MOST_LATER } });
}

/** Refuses more test faxes than may wait at the same time. The caller holds the account's row of the queue. Throws TOO_MANY_TESTS. */
export async function checkTests(tx: Db, account: AccountId, more: number): Promise<void> {
  if ((await countOpenTests(tx, account)) + more > MOST_TESTS)
    throw new AppError('TOO_MANY_TESTS', {
      params: { max: MOST_TESTS },
      retryAfterSeconds: TESTS_AGAIN_SECONDS,
    });
}
