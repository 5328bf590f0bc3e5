/** Random choices that repeat for the same seed, so that a failing run can be repeated. */
export class Chance {
  readonly seed: string;
  #state: number;

  constructor(seed: string) {
    this.seed = seed;
    this.#state = hashed(seed);
  }

  /**
   * Returns a uniform number from 0 to below 1: mulberry32,
   * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
   */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `from` to below `below`, like `randomInt` of node:crypto. */
  int(from: number, below: number): number {
    return from + Math.floor(this.#next() * (below - from));
  }

  /** Returns one of the choices. */
  pick<T>(choices: readonly T[]): T {
    const chosen = choices[this.int(0, choices.length)];
    if (chosen === undefined) throw new Error('there is nothing to choose from');
    return chosen;
  }

  /** Returns all items in random order. */
  shuffled<T>(items: readonly T[]): T[] {
    const left = [...items];
    const order: T[] = [];
    while (left.length > 0) order.push(...left.splice(this.int(0, left.length), 1));
    return order;
  }

  /** Returns separate choices for concurrent work, whose order must not affect other draws. */
  fork(name: string): Chance {
    return new Chance(`${this.seed}/${name}`);
  }
}

/** Returns the FNV-1a hash (32 bits): seeds that differ in one letter give unrelated choices after the first mixing. */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Returns a new seed that is short enough to type. */
export function newSeed(): string {
  return Math.floor(Math.random() * 2 ** 32).toString(36);
}

/**
 * Returns the choices of one test: from TEST_SEED, or new ones. Prints the seed; setting TEST_SEED to it repeats them.
 */
export function chanceOf(test: string): Chance {
  const seed = process.env['TEST_SEED'] ?? newSeed();
  process.stderr.write(`${test}: TEST_SEED=${seed}\n`);
  return new Chance(seed).fork(test);
}
