/** The functions that restart each counter. */
const restarts: (() => void)[] = [];

/**
 * Counts up from after `start`, restarting in every test file, so that a file gets the same values whichever files ran
 * before it in its process, and never reaches values that tests write literally.
 */
export function countFrom(start: number): () => number {
  let last = start;
  restarts.push(() => (last = start));
  return () => (last += 1);
}

/** Restarts all counters. */
export function restartCounters(): void {
  for (const restart of restarts) restart();
}
