/** Minimum interval between updates: a terminal need not show each of a million rows. */
const EVERY_MS = 250;

/** Shows a person at a terminal how far long work has come. */
export interface Progress {
  /** Shows that `done` of `total` are done; the unit was given at the beginning. */
  readonly step: (done: number, total: number) => void;
  /** Removes the line. */
  readonly end: () => void;
}

/**
 * Shows progress on stderr, in one line that is overwritten; silent if stderr is not a terminal, so that logs stay
 * short.
 */
export function createProgress(
  what: string,
  out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr,
): Progress {
  let last = -Infinity;
  let shown = false;
  return {
    step: (done, total) => {
      const now = performance.now();
      if (!out.isTTY || (now - last < EVERY_MS && done !== total)) return;
      last = now;
      shown = true;
      out.write(`\r\u001B[K${done} of ${total} ${what}`);
    },
    end: () => {
      if (shown) out.write('\r\u001B[K');
    },
  };
}
