import type { Database } from '#engine/database/port.ts';
import { readQueues } from '#server/features/operations/health/health.service.ts';

import { countHours, forgetHours, noteOldest, readNewestHour } from './figures.store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How far back the first run counts existing data: the longest span that is shown. */
const LOOK_BACK_MS = 30 * DAY_MS;

/** How long figures are kept: twice the longest span shown, to compare it with the previous one, and a little more. */
const KEPT_MS = 62 * DAY_MS;

/**
 * Brings the stored figures up to date: counts the current hour, the previous one, and everything missed since the last
 * run, one day per statement. Running it again changes only the newest figures.
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
