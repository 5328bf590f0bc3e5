import { AppError } from './app-error.ts';

/** How long a rejected caller should wait. */
const AGAIN_AFTER_SECONDS = 5;

/** How many may run at once: for one account or administrator, and in this process. */
export interface Places {
  each: number;
  all: number;
}

/**
 * Admits only a few callers at a time to expensive work, so that a caller who requests it two hundred times does not
 * slow down the rest of the product (A-DOS-04). Nobody waits here: a caller without a place is told when to retry.
 */
export class ConcurrencyLimit<Key> {
  readonly #places: Places;
  readonly #inside = new Map<Key, number>();
  #total = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  /**
   * Takes a place and returns a function that releases it, which may be called more than once. Throws TOO_MANY_REQUESTS
   * if all places of this caller are taken, UNAVAILABLE if all places of the process are.
   */
  enter(key: Key): () => void {
    const own = this.#inside.get(key) ?? 0;
    const again = { retryAfterSeconds: AGAIN_AFTER_SECONDS };
    if (own >= this.#places.each) throw new AppError('TOO_MANY_REQUESTS', again);
    if (this.#total >= this.#places.all) throw new AppError('UNAVAILABLE', again);
    this.#inside.set(key, own + 1);
    this.#total += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave(key);
    };
  }

  #leave(key: Key): void {
    this.#total -= 1;
    const own = (this.#inside.get(key) ?? 1) - 1;
    if (own === 0) this.#inside.delete(key);
    else this.#inside.set(key, own);
  }
}
