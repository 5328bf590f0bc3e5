/** Seconds to wait after each try that failed: soon after a hiccup, then for about three days (Standard Webhooks). */
const WAITS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Waits vary by so much, so that what failed together is not tried again together. */
const JITTER = 0.2;

/** A receiver that asks for a pause gets one of up to a day. */
const LONGEST_PAUSE_SECONDS = 86_400;

/** An endpoint that failed for so long is turned off; its owner hears of it after a day. */
export const PATIENCE_DAYS = { warn: 1, off: 5 } as const;

/** Seconds until the next try after `tries` failed ones; undefined after the last. `chance` is from 0 to 1. */
export function waitAfter(tries: number, chance: number, pauseSeconds = 0): number | undefined {
  const wait = WAITS[tries - 1];
  if (wait === undefined) return undefined;
  const varied = wait * (1 - JITTER / 2 + JITTER * chance);
  return Math.max(varied, Math.min(pauseSeconds, LONGEST_PAUSE_SECONDS));
}

/** Only 2xx is success; redirects are failures like any other answer (Standard Webhooks). */
export function isDelivered(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The receiver says that nothing is to be posted there ever again (Standard Webhooks). */
export const GONE = 410;
