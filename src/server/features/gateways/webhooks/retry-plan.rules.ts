/** Seconds before each retry: soon after a brief fault, then for about three days (Standard Webhooks). */
const WAITS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Relative variation of waits, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;

/** Longest pause that a receiver can request: a day. */
const LONGEST_PAUSE_SECONDS = 86_400;

/** Days of failure after which an endpoint's owner is notified, and after which the endpoint is turned off. */
export const PATIENCE_DAYS = { warn: 1, off: 5 } as const;

/**
 * Returns the seconds until the next attempt after `tries` failed ones; undefined after the last. `chance` is from 0 to
 * 1.
 */
export function waitAfter(tries: number, chance: number, pauseSeconds = 0): number | undefined {
  const wait = WAITS[tries - 1];
  if (wait === undefined) return undefined;
  const varied = wait * (1 - JITTER / 2 + JITTER * chance);
  return Math.max(varied, Math.min(pauseSeconds, LONGEST_PAUSE_SECONDS));
}

/**
 * Returns whether a status means success: only 2xx does; redirects are failures like any other response (Standard
 * Webhooks).
 */
export function isDelivered(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The status with which a receiver says that nothing must ever be posted there again (Standard Webhooks). */
export const GONE = 410;
