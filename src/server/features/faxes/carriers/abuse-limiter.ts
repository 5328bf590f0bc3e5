import { AppError } from '#server/kit/app-error.ts';

/** A carrier's notices are never refused but for a wrong key of ours; who is refused so often tries something. */
const REFUSALS = 60;
const WINDOW_MS = 60_000;

/** Addresses that are remembered at most; beyond it the oldest are forgotten, so that many cannot fill the memory. */
const ADDRESSES = 10_000;

/**
 * Addresses whose notices were refused: after too many of them in a minute nothing is read or verified for them any
 * more. A carrier that says a thousand true things at once is never held up.
 */
export class AbuseLimiter {
  readonly #refused = new Map<string, { since: number; times: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Throws TOO_MANY_REQUESTS. */
  check(address: string): void {
    const known = this.#refused.get(address);
    if (!known || known.times < REFUSALS) return;
    const waits = known.since + WINDOW_MS - this.#now();
    if (waits > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waits / 1_000) });
    this.#refused.delete(address);
  }

  /** One more notice of this address was refused. */
  note(address: string): void {
    const known = this.#refused.get(address);
    if (known && known.since + WINDOW_MS > this.#now()) {
      known.times += 1;
      return;
    }
    this.#refused.delete(address);
    this.#refused.set(address, { since: this.#now(), times: 1 });
    const [oldest] = this.#refused.size > ADDRESSES ? this.#refused.keys() : [];
    if (oldest !== undefined) this.#refused.delete(oldest);
  }
}
