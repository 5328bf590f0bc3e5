import type { Db } from '#engine/database/port.ts';
import type { LogOf } from '#engine/log/port.ts';
import { logEvent } from '#server/kit/log-event.ts';

import { addKeyCalls } from './key-calls.store.ts';
import type { KeyCallCount } from './key-calls.store.ts';

/** Counts wait so long in memory: one statement then writes those of all keys, instead of one for every call. */
const WRITE_AFTER_MS = 5_000;

/** Counts the calls with each key; a process that is killed loses those of five seconds. */
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
    // What cannot be written now is written with what comes next.
    this.#timer ??= setTimeout(() => {
      this.flush().catch((error: unknown) => logEvent(this.#log, 'key-calls.not-written', { err: error }));
    }, WRITE_AFTER_MS).unref();
  }

  /** Writes what waits; called when the process stops, too. */
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
