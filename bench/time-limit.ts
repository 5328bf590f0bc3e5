import { setTimeout as pause } from 'node:timers/promises';

/**
 * Time limit in milliseconds: a benchmark that takes longer is stuck, or the machine is too busy for meaningful
 * figures.
 */
const LIMIT_MS = 4 * 60_000;

/** Polls until a condition is true. Throws with `what` after the time limit. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  limitMs: number = LIMIT_MS,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`waited ${Math.round(limitMs / 1000)} s for ${what} in vain`);
    await pause(100);
  }
}
