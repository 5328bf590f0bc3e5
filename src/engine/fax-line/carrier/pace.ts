import { setTimeout as pause } from 'node:timers/promises';

/** What is asked of the carrier; it may refuse orders and still answer questions. */
export type Asked = 'order' | 'upload' | 'look';

/** The first wait after a refusal that names none; each further one doubles it, up to a minute. */
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;

/** A carrier may name a longer wait than ours, but not stop us for a day. */
const LONGEST_NAMED_MS = 3_600_000;

/** So that the processes of an installation, and its neighbors, don't come back in the same moment. */
const JITTER = 0.2;

/** Between two requests to a carrier that has just refused one. */
const SPACING_MS = 1_000;

/**
 * The one back-off of a line in this process (F-send-17). After a 429 or 5xx, nothing is asked for as long as the carrier
 * said, or for growing waits; then one request at a time, at most one a second, until the carrier takes again what it
 * had refused. Until the first order was taken, requests go one at a time as well: sixteen calls must not find out
 * together that the carrier refuses.
 */
export class CarrierPace {
  #refused: Asked | 'unproven' | undefined = 'unproven';
  #refusals = 0;
  #restUntil = 0;
  #lastAt = Number.NEGATIVE_INFINITY;
  #probe: Promise<unknown> | undefined;

  /** Whether the carrier has refused something and not taken it again since. */
  get recovering(): boolean {
    return this.#refusals > 0;
  }

  /** For how many milliseconds nothing is asked. */
  get restMs(): number {
    return Math.max(0, Math.ceil(this.#restUntil - performance.now()));
  }

  /** Asks when it is time, one after the other in doubt; null while the line rests, and then nothing was asked. */
  async during<T>(ask: () => Promise<T>): Promise<T | null> {
    while (this.#probe) await this.#probe;
    if (this.restMs > 0) return null;
    if (this.#refused === undefined) return await ask();
    const asking = this.#spaced(ask);
    this.#probe = asking.then(
      () => (this.#probe = undefined),
      () => (this.#probe = undefined), // Its own caller hears of it.
    );
    return await asking;
  }

  /** Another process was refused: this one goes as carefully as if it had been itself. */
  distrust(): void {
    this.#refused = 'order';
    this.#refusals = Math.max(1, this.#refusals);
  }

  /** The carrier took it. */
  took(asked: Asked): void {
    if (this.#refused !== asked && (this.#refused !== 'unproven' || asked !== 'order')) return;
    this.#refused = undefined;
    this.#refusals = 0;
  }

  /** The carrier refused it for now, and said for how long or not. */
  refused(asked: Asked, retryAfterMs: number | undefined): void {
    const wait = Math.min(
      retryAfterMs ?? Math.min(FIRST_REST_MS * 2 ** this.#refusals, LONGEST_REST_MS),
      LONGEST_NAMED_MS,
    );
    // Calls that were under way together are refused together: that counts once.
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
