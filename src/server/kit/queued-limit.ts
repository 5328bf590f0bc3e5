import { AppError } from './app-error.ts';

/** How long a caller who is turned away should wait. */
const AGAIN_AFTER_SECONDS = 5;

/**
 * Lets a few through at a time and the others wait in order: hundreds of sends or a thousand notices at once must leave
 * database connections to people who look at a page (F-recv-11). When `waiting` callers are waiting, the next one is
 * refused and told when to try again.
 */
export class QueuedLimit {
  readonly #limits: { inside: number; waiting: number };
  readonly #queue: (() => void)[] = [];
  #inside = 0;

  constructor(limits: { inside: number; waiting: number }) {
    this.#limits = limits;
  }

  /** Does the work when it is its turn. Throws UNAVAILABLE when too many wait. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#limits.inside) this.#inside += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      // Whoever is next takes over this place.
      const next = this.#queue.shift();
      if (next) next();
      else this.#inside -= 1;
    }
  }

  async #turn(): Promise<void> {
    if (this.#queue.length >= this.#limits.waiting)
      throw new AppError('UNAVAILABLE', { retryAfterSeconds: AGAIN_AFTER_SECONDS });
    await new Promise<void>((resolve) => {
      this.#queue.push(resolve);
    });
  }
}
