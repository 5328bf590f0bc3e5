import { AppError } from './app-error.ts';

/** How long a rejected caller should wait. */
const AGAIN_AFTER_SECONDS = 5;

/**
 * Runs a few callers at a time and queues the rest in order: hundreds of simultaneous sends, or a thousand notices,
 * must leave database connections to people who open a page (F-recv-11). If `waiting` callers are already waiting, the
 * next one is refused and told when to retry.
 */
export class QueuedLimit {
  readonly #limits: { inside: number; waiting: number };
  readonly #queue: (() => void)[] = [];
  #inside = 0;

  constructor(limits: { inside: number; waiting: number }) {
    this.#limits = limits;
  }

  /** Runs the work when its turn comes. Throws UNAVAILABLE if too many callers wait. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#limits.inside) this.#inside += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      // The next caller in the queue takes over this place.
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
