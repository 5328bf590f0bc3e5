/** After this time, a persistent fault is logged again. */
const AGAIN_MS = 3_600_000;

/** How many reasons are remembered: they contain names and numbers, and must not fill the memory. */
const MOST_REASONS = 500;

/**
 * Returns a function that logs each reason once, and again after an hour: code that polls every few seconds sees the
 * same fault each time, and it would flood the log.
 */
export function faultNotes(write: (reason: string) => void): (reason: string) => void {
  const written = new Map<string, number>();
  return (reason) => {
    const now = performance.now();
    if (now - (written.get(reason) ?? -Infinity) < AGAIN_MS) return;
    if (written.size >= MOST_REASONS) written.clear();
    written.set(reason, now);
    write(reason);
  };
}
