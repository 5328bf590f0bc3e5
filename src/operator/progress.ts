/** A line is written at most so often: a terminal need not scroll for each of a million rows. */
const EVERY_MS = 250;

/** Tells who waits at a terminal how far long work is. */
export interface Progress {
  /** `done` of `total`; what is counted was said at the beginning. */
  readonly step: (done: number, total: number) => void;
  /** Removes the line. */
  readonly end: () => void;
}

/** Progress on stderr, one line that is written over; silent where stderr is no terminal, so that logs stay short. */
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
