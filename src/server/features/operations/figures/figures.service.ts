import type { Database } from '#engine/database/port.ts';
import { readQueues } from '#server/features/operations/health/health.service.ts';

import { countHours, forgetHours, noteOldest, readNewestHour } from './figures.store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The first time, what is shown at most is counted from what is there. */
const LOOK_BACK_MS = 30 * DAY_MS;

/** Twice the longest span that is shown, to compare it with the one before, and a little more. */
const KEPT_MS = 62 * DAY_MS;

/**
 * Brings the stored figures up to date: counts this hour, the one before, and whatever was missed since the last time, a
 * day in each statement. Running it again changes nothing but the newest figures.
 */
export async function rollUpFigures({ db }: Pick<Database, 'db'>, signal?: AbortSignal): Promise<void> {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const newest = (await readNewestHour(db))?.getTime() ?? hour - LOOK_BACK_MS;
  const until = hour + HOUR_MS;
  let from = Math.max(Math.min(newest, hour) - HOUR_MS, hour - KEPT_MS);
  while (from < until) {
    if (signal?.aborted === true) return;
    const to = Math.min(from + DAY_MS, until);
    await countHours(db, new Date(from), new Date(to));
    from = to;
  }
  const late = (await readQueues(db)).filter(({ queue }) => queue === 'send' || queue === 'convert');
  await noteOldest(db, new Date(hour), Math.max(0, ...late.map(({ oldestSeconds }) => oldestSeconds)));
  await forgetHours(db, new Date(hour - KEPT_MS));
}
