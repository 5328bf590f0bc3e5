import type { LogOf } from '#engine/log/port.ts';

import { logEvent } from './log-event.ts';

/** A fault that did not show for so long is over; others who look may find it at the same time as some find none. */
const OVER_MS = 10_000;

/** When what cannot be looked up now failed last, by its name. */
const failing = new Map<string, number>();

/**
 * Looks something up in the database and goes on with something else while that fails: pages are shown all the same. One
 * log line says when it begins and one when it is over, so that a fault of ours is not taken for a database that is away.
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
