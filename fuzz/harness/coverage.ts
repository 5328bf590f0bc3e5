import { COUNTERS, MOST_COUNTERS } from './instrument.ts';

/** Lower bounds of AFL's hit count buckets; each bucket has a bit. */
const STEPS = [1, 2, 3, 4, 8, 16, 32, 128];
const BUCKET = Uint8Array.from({ length: 256 }, (_, count) =>
  count === 0 ? 0 : 1 << STEPS.findLastIndex((step) => count >= step),
);

/** Branch coverage of all inputs of one process. */
export class Coverage {
  readonly #counters = new Uint8Array(MOST_COUNTERS);
  readonly #seen = new Uint8Array(MOST_COUNTERS);
  readonly #words = new Uint32Array(this.#counters.buffer);
  /** Number of counters in the loaded code. */
  used = 0;
  /** Branches that were reached. */
  reached = 0;

  /** Publishes the counters; call it before instrumented code is loaded. */
  install(): void {
    Object.assign(globalThis, { [COUNTERS]: this.#counters });
  }

  /** Resets the counters before an input is run. */
  clear(): void {
    this.#counters.fill(0, 0, this.used);
  }

  /** Whether the input reached a new branch, or a new hit count bucket of a known one. */
  isNew(): boolean {
    let found = false;
    const words = Math.ceil(this.used / 4);
    for (let word = 0; word < words; word += 1) {
      if (this.#words[word] === 0) continue;
      for (let at = word * 4; at < word * 4 + 4; at += 1) {
        const bucket = BUCKET[this.#counters[at]!]!;
        const before = this.#seen[at]!;
        if ((bucket & ~before) === 0) continue;
        if (before === 0) this.reached += 1;
        this.#seen[at] = before | bucket;
        found = true;
      }
    }
    return found;
  }
}
