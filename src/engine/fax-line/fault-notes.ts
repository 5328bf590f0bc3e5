/** After this a fault that goes on is written down once more. */
const AGAIN_MS = 3_600_000;

/** Reasons hold names and numbers: they must not fill the memory. */
const MOST_REASONS = 500;

/**
 * Writes each reason down once, and again after an hour: what looks every few seconds finds the same fault every time, and
 * the log would hold nothing else.
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
