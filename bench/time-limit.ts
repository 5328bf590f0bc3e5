import { setTimeout as pause } from 'node:timers/promises';

/** A benchmark that takes longer is stuck, or the machine is too busy for its figures to mean anything. */
const LIMIT_MS = 4 * 60_000;

/** Asks again and again until something is so. Throws, naming what was waited for, when a benchmark's time is over. */
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
