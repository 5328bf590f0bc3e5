/** Limits concurrency: runs a fixed number at a time, in order of arrival; the rest wait, up to a limit. */
export interface Turns {
  /** Runs the work when it is its turn; returns undefined if too many are already waiting. */
  take<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export function createTurns(atOnce: number, mostWaiting: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    take: async (work) => {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) return undefined;
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        // The slot passes to the next waiting call; it is freed only if nobody waits.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
