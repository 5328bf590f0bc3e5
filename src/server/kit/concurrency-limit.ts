import { AppError } from './app-error.ts';

/** How long a caller who was turned away should wait. */
const AGAIN_AFTER_SECONDS = 5;

/** How many may be at work at once: for one account or administrator, and in this process. */
export interface Places {
  each: number;
  all: number;
}

/**
 * Lets a few in to what is expensive, so that one who asks for it two hundred times leaves the rest of the product quick
 * (A-DOS-04). Nobody waits inside: whoever finds no place is told when to come again.
 */
export class ConcurrencyLimit<Key> {
  readonly #places: Places;
  readonly #inside = new Map<Key, number>();
  #total = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  /**
   * Takes a place; the function that comes back gives it up, and may be called more than once. Throws TOO_MANY_REQUESTS
   * when the caller's own places are taken, UNAVAILABLE when all are.
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
