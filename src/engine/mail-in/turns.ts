/** Lets so many go at a time, in the order they came; the rest wait, up to a bound. */
export interface Turns {
  /** Undefined when too many wait already. */
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
        // The turn goes to the next in line; only when nobody waits does a place become free.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
