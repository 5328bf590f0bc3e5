import type { Db } from '#engine/database/port.ts';
import type { LogOf } from '#engine/log/port.ts';
import { logEvent } from '#server/kit/log-event.ts';

import { addKeyCalls } from './key-calls.store.ts';
import type { KeyCallCount } from './key-calls.store.ts';

/** How long counts wait in memory, so that one statement writes the counts of all keys instead of one per call. */
const WRITE_AFTER_MS = 5_000;

/** Counts the calls of each key. A process that is killed loses at most the last five seconds of counts. */
export class KeyCalls {
  readonly #db: Db;
  readonly #log: LogOf<'warn'> | undefined;
  #waiting = new Map<string, Map<number, KeyCallCount>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, log?: LogOf<'warn'>) {
    this.#db = db;
    this.#log = log;
  }

  note(keyId: number, refused: boolean): void {
    const day = new Date().toISOString().slice(0, 10);
    const keys = this.#waiting.get(day) ?? new Map<number, KeyCallCount>();
    const count = keys.get(keyId) ?? { keyId, calls: 0, refused: 0 };
    count.calls += 1;
    if (refused) count.refused += 1;
    this.#waiting.set(day, keys.set(keyId, count));
    // Counts that cannot be written now are written together with the next ones.
    this.#timer ??= setTimeout(() => {
      this.flush().catch((error: unknown) => logEvent(this.#log, 'key-calls.not-written', { err: error }));
    }, WRITE_AFTER_MS).unref();
  }

  /** Writes the pending counts; also called when the process stops. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [day, keys] of this.#waiting) {
      this.#waiting.delete(day);
      try {
        await addKeyCalls(this.#db, day, [...keys.values()]);
      } catch (error) {
        for (const one of keys.values()) this.#giveBack(day, one);
        throw error;
      }
    }
  }

  #giveBack(day: string, { keyId, calls, refused }: KeyCallCount): void {
    const keys = this.#waiting.get(day) ?? new Map<number, KeyCallCount>();
    const now = keys.get(keyId) ?? { keyId, calls: 0, refused: 0 };
    keys.set(keyId, { keyId, calls: now.calls + calls, refused: now.refused + refused });
    this.#waiting.set(day, keys);
  }
}
