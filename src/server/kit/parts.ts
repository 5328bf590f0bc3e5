import type { Logger } from 'pino';

import { logEvent } from './log-event.ts';

/**
 * Parts of a clean-up that must not keep each other: one that fails is written to the log and the others are done, night
 * after night. `end` throws the first fault, so that the run counts as failed.
 */
export class Parts {
  readonly #log: Pick<Logger, 'error'>;
  readonly #signal: AbortSignal;
  #faults: unknown[] = [];

  constructor(log: Pick<Logger, 'error'>, signal: AbortSignal) {
    this.#log = log;
    this.#signal = signal;
  }

  /** Does one part; what it gives back, or `none` where it failed. Throws when the whole run was called off. */
  async run<T>(part: string, work: () => Promise<T>, none: T): Promise<T> {
    this.#signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (this.#signal.aborted) throw error;
      logEvent(this.#log, 'maintenance.part-failed', { part, err: error });
      this.#faults.push(error);
      return none;
    }
  }

  /** Throws the first fault. */
  end(): void {
    const [first] = this.#faults;
    if (this.#faults.length > 0) throw first;
  }
}
