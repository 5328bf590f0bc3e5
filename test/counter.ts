/** How to begin each counter anew. */
const restarts: (() => void)[] = [];

/**
 * Counts up from behind `start`, anew in every test file: a file gets the same values whichever files ran in its process
 * before, and they never grow into values that tests write out.
 */
export function countFrom(start: number): () => number {
  let last = start;
  restarts.push(() => (last = start));
  return () => (last += 1);
}

/** Begins all counters anew. */
export function restartCounters(): void {
  for (const restart of restarts) restart();
}
