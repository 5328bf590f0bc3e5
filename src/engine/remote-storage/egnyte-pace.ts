import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Egnyte's limits per token: 2 calls a second, 1000 a day. */
export const CALLS_A_SECOND = 2;
const SECOND_MS = 1_000;
const CALLS_A_DAY = 1_000;
const DAY_MS = 86_400_000;

/** How long calls wait once the daily limit is reached: an hour, after which the caller may try again. */
const USED_UP_SECONDS = 3_600;

/** How many tokens are tracked; beyond that, the one that was used least recently is forgotten. */
const MOST_TOKENS = 10_000;

interface Use {
  day: number;
  today: number;
  /** Start times of the most recent and upcoming calls, as many as fit in a second. */
  starts: number[];
}

/** Keeps this process's calls with each token within Egnyte's limits, so that throttling is rare. */
export class EgnytePace {
  readonly #uses = new Map<string, Use>();
  readonly #callsASecond: number;

  constructor(callsASecond: number) {
    this.#callsASecond = callsASecond;
  }

  /** Waits for the token's turn; if the daily limit is reached, returns the seconds to wait instead. */
  async turn(token: string): Promise<number | null> {
    const use = this.#useOf(token);
    if (use.today >= CALLS_A_DAY) return USED_UP_SECONDS;
    use.today += 1;
    const earliest = use.starts.length < this.#callsASecond ? 0 : (use.starts[0] ?? 0) + SECOND_MS;
    const start = Math.max(performance.now(), earliest);
    use.starts = [...use.starts, start].slice(-this.#callsASecond);
    const wait = start - performance.now();
    if (wait > 0) await pause(wait);
    return null;
  }

  #useOf(token: string): Use {
    const key = createHash('sha256').update(token).digest('base64url');
    const day = Math.floor(Date.now() / DAY_MS);
    const known = this.#uses.get(key);
    const use = known?.day === day ? known : { day, today: 0, starts: known?.starts ?? [] };
    // The map keeps the order of insertion: its first entry is the least recently used.
    this.#uses.delete(key);
    this.#uses.set(key, use);
    const [oldest] = this.#uses.keys();
    if (this.#uses.size > MOST_TOKENS && oldest !== undefined) this.#uses.delete(oldest);
    return use;
  }
}
