import { COUNTERS, MOST_COUNTERS } from './instrument.ts';

/** Counts from which a branch counts as taken more often (AFL's buckets); each has a bit. */
const STEPS = [1, 2, 3, 4, 8, 16, 32, 128];
const BUCKET = Uint8Array.from({ length: 256 }, (_, count) =>
  count === 0 ? 0 : 1 << STEPS.findLastIndex((step) => count >= step),
);

/** Which branches the inputs of one process have reached, and how often. */
export class Coverage {
  readonly #counters = new Uint8Array(MOST_COUNTERS);
  readonly #seen = new Uint8Array(MOST_COUNTERS);
  readonly #words = new Uint32Array(this.#counters.buffer);
  /** Counters that the loaded code has. */
  used = 0;
  /** Branches that were reached. */
  reached = 0;

  /** Makes the counters known to instrumented code; before any of it is loaded. */
  install(): void {
    Object.assign(globalThis, { [COUNTERS]: this.#counters });
  }

  /** Before an input is run. */
  clear(): void {
    this.#counters.fill(0, 0, this.used);
  }

  /** After it: whether it reached a branch, or went through one more often, than any input before. */
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
