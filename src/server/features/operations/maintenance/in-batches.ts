/** Rows a statement: locks stay short, and other work gets its turn in between. */
export const BATCH = 1_000;

/** Removes so many at a time until there are fewer. Gives back how many; throws when `signal` ends it. */
export async function inBatches(signal: AbortSignal, removeSome: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    signal.throwIfAborted();
    const removed = await removeSome();
    total += removed;
    if (removed < BATCH) return total;
  }
}

/** Goes from place to place until there is no next one; throws when `signal` ends it. */
export async function walk<Place>(
  signal: AbortSignal,
  first: Place,
  step: (after: Place) => Promise<Place | undefined>,
): Promise<void> {
  for (let place: Place | undefined = first; place !== undefined;) {
    signal.throwIfAborted();
    place = await step(place);
  }
}
