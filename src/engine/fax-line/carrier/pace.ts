import { setTimeout as pause } from 'node:timers/promises';

/** The kind of a request to the carrier, which may reject orders and still answer queries. */
export type Asked = 'order' | 'upload' | 'look';

/** The first delay after a rejection without a stated one; each further rejection doubles it, up to a minute. */
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;

/** Limit for a delay stated by the carrier: it may be longer than ours, but must not stop us for a day. */
const LONGEST_NAMED_MS = 3_600_000;

/** Random share of a delay, so that the processes of an installation, and its neighbors, do not resume together. */
const JITTER = 0.2;

/** Time between two requests while recovering from a rejection. */
const SPACING_MS = 1_000;

/**
 * The back-off of a line in this process (F-send-17). After a 429 or 5xx, nothing is requested for the time that the
 * carrier stated, or for a growing delay; after that, one request at a time, at most one per second, until the carrier
 * accepts the kind of request that it had rejected. Requests also go one at a time until the first order is accepted:
 * sixteen calls must not all discover at once that the carrier rejects orders.
 */
export class CarrierPace {
  #refused: Asked | 'unproven' | undefined = 'unproven';
  #refusals = 0;
  #restUntil = 0;
  #lastAt = Number.NEGATIVE_INFINITY;
  #probe: Promise<unknown> | undefined;

  /** Whether the carrier has rejected a request and not accepted one of that kind since. */
  get recovering(): boolean {
    return this.#refusals > 0;
  }

  /** Milliseconds until the next request is allowed. */
  get restMs(): number {
    return Math.max(0, Math.ceil(this.#restUntil - performance.now()));
  }

  /** Makes the request when it is allowed, one at a time if in doubt; returns null without making it in a back-off. */
  async during<T>(ask: () => Promise<T>): Promise<T | null> {
    while (this.#probe) await this.#probe;
    if (this.restMs > 0) return null;
    if (this.#refused === undefined) return await ask();
    const asking = this.#spaced(ask);
    this.#probe = asking.then(
      () => (this.#probe = undefined),
      () => (this.#probe = undefined), // Its own caller handles the error.
    );
    return await asking;
  }

  /** Notes that another process was rejected: this one becomes as careful as if it had been rejected itself. */
  distrust(): void {
    this.#refused = 'order';
    this.#refusals = Math.max(1, this.#refusals);
  }

  /** Notes that the carrier accepted the request. */
  took(asked: Asked): void {
    if (this.#refused !== asked && (this.#refused !== 'unproven' || asked !== 'order')) return;
    this.#refused = undefined;
    this.#refusals = 0;
  }

  /** Notes a temporary rejection; `retryAfterMs` is the delay that the carrier stated, if any. */
  refused(asked: Asked, retryAfterMs: number | undefined): void {
    const wait = Math.min(
      retryAfterMs ?? Math.min(FIRST_REST_MS * 2 ** this.#refusals, LONGEST_REST_MS),
      LONGEST_NAMED_MS,
    );
    // Concurrent requests are rejected together, which counts once.
    if (this.restMs === 0) this.#refusals += 1;
    this.#refused = asked;
    this.#restUntil = Math.max(this.#restUntil, performance.now() + wait * (1 + JITTER * Math.random()));
  }

  async #spaced<T>(ask: () => Promise<T>): Promise<T> {
    const wait = this.recovering ? this.#lastAt + SPACING_MS - performance.now() : 0;
    if (wait > 0) await pause(wait);
    this.#lastAt = performance.now();
    return await ask();
  }
}
