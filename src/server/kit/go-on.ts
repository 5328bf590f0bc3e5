import type { LogOf } from '#engine/log/port.ts';

import { logEvent } from './log-event.ts';

/** How long a failure must be absent to count as over: while it lasts, some lookups may succeed and others fail. */
const OVER_MS = 10_000;

/** When each lookup that currently fails last failed, by its name. */
const failing = new Map<string, number>();

/**
 * Looks something up in the database and uses a fallback if that fails, so that pages are shown anyway. Logs one line
 * when a failure begins and one when it is over, so that a bug of ours is not mistaken for an unavailable database.
 */
export async function goOnWithout<T, U>(
  log: LogOf<'info' | 'warn'> | undefined,
  what: string,
  look: () => Promise<T>,
  instead: () => U,
): Promise<T | U> {
  try {
    const found = await look();
    const failedAt = failing.get(what);
    if (failedAt !== undefined && performance.now() - failedAt > OVER_MS) {
      failing.delete(what);
      logEvent(log, 'look-up.works-again', { check: what });
    }
    return found;
  } catch (error) {
    if (!failing.has(what)) logEvent(log, 'look-up.failed', { check: what, err: error });
    failing.set(what, performance.now());
    return instead();
  }
}
