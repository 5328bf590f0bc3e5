import { AppError } from '#server/kit/app-error.ts';

/**
 * Refused notices per window after which an address is blocked. Carriers' notices are refused only if one of our keys
 * is wrong, so an address that is refused this often is probing.
 */
const REFUSALS = 60;
const WINDOW_MS = 60_000;

/**
 * Most addresses that are remembered; beyond that the oldest are forgotten, so that many addresses cannot fill the
 * memory.
 */
const ADDRESSES = 10_000;

/**
 * Addresses whose notices were refused. After too many refusals within a minute, their notices are no longer read or
 * verified. A carrier that sends a thousand valid notices at once is never held up.
 */
export class AbuseLimiter {
  readonly #refused = new Map<string, { since: number; times: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Throws TOO_MANY_REQUESTS if the address is blocked. */
  check(address: string): void {
    const known = this.#refused.get(address);
    if (!known || known.times < REFUSALS) return;
    const waits = known.since + WINDOW_MS - this.#now();
    if (waits > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waits / 1_000) });
    this.#refused.delete(address);
  }

  /** Counts a refused notice from this address. */
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
