/** The thread that runs the parser. */
import { readlinkSync } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

import type { FuzzTarget } from '../target.ts';
import type { Board } from './board.ts';
import { PLACE, show } from './board.ts';
import { Coverage } from './coverage.ts';
import { loadInstrumented, loadTarget } from './load.ts';
import { enlarge, mutate } from './mutate.ts';
import { Random } from './random.ts';
import { shrink } from './shrink.ts';

/** Input of the thread. `once`: run the corpus once, without instrumentation. */
export interface ThreadJob {
  file: string;
  covers: readonly string[];
  board: Board;
  corpus: readonly Uint8Array[];
  seconds: number;
  seed: number;
  once: boolean;
}

/** Messages of the thread. */
export type ThreadNews =
  | { kind: 'ready'; task: string; rss: number }
  | { kind: 'kept'; input: Uint8Array }
  | { kind: 'crash'; input: Uint8Array; signature: string; stack: string }
  | { kind: 'done' };

/** Share of the time for inputs of maximum length, which find quadratic code. */
const LARGE_SHARE = 0.2;

/** Executions between two turns of the event loop. */
const BATCH = 200;

const { file, covers, board, corpus: given, seconds, seed, once } = workerData as ThreadJob;
const say = (news: ThreadNews) => parentPort!.postMessage(news, []);

/** Identifies a finding by its error, without numbers, and its location. */
function signatureOf(error: unknown): { signature: string; stack: string } {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [place = ''] = stack.split('\n').filter((line) => /^\s+at .*(?:\/src\/|node_modules)/.test(line));
  return { signature: `${name}: ${message.slice(0, 80).replaceAll(/\d+/g, 'n')}${place}`, stack };
}

class Fuzzer {
  readonly #target: FuzzTarget;
  readonly #coverage: Coverage;
  readonly #words: readonly Uint8Array[];
  readonly #corpus: Uint8Array[] = [];
  readonly #random = new Random(seed);
  readonly #known = new Set<string>();

  constructor(target: FuzzTarget, coverage: Coverage, words: readonly Uint8Array[]) {
    this.#target = target;
    this.#coverage = coverage;
    this.#words = words;
  }

  /** Runs one input; keeps it if it has new coverage, reports it if it throws. */
  async try(input: Uint8Array): Promise<void> {
    show(board, input);
    this.#coverage.clear();
    const error = await this.#errorOf(input);
    if (error !== undefined) return await this.#tell(input, error);
    // Mutations need at least one input.
    if (this.#coverage.isNew() || this.#corpus.length === 0) {
      this.#corpus.push(Buffer.from(input));
      if (!once) say({ kind: 'kept', input });
    }
    board.numbers[PLACE.reached] = this.#coverage.reached;
    board.numbers[PLACE.corpus] = this.#corpus.length;
  }

  async fuzz(): Promise<void> {
    const ends = performance.now() + seconds * 1000;
    let large = 0;
    for (let began = performance.now(), now = began; now < ends; now = performance.now()) {
      for (let count = 0; count < BATCH && performance.now() < ends; count += 1) await this.try(this.#next());
      if (large < (performance.now() - began) * LARGE_SHARE) {
        const from = performance.now();
        await this.try(enlarge(this.#random.pick(this.#corpus), this.#material()));
        large += performance.now() - from;
      }
      await breathe();
    }
  }

  /** A mutation of a corpus entry; recent entries are preferred. */
  #next(): Buffer {
    const recent = this.#random.chance(1, 3) ? Math.max(0, this.#corpus.length - 16) : 0;
    const source = this.#corpus[recent + this.#random.below(this.#corpus.length - recent)]!;
    return mutate(source.subarray(0, LONGEST_CHANGED), this.#material(LONGEST_CHANGED));
  }

  #material(most = this.#target.maxBytes) {
    const maxBytes = Math.min(most, this.#target.maxBytes);
    return { random: this.#random, words: this.#words, corpus: this.#corpus, maxBytes };
  }

  async #errorOf(input: Uint8Array): Promise<unknown> {
    try {
      // A view into a larger buffer, as sockets deliver them: a parser that reads the whole buffer shows up.
      const own = Buffer.allocUnsafe(input.length);
      own.set(input);
      const running = this.#target.run(own);
      if (running !== undefined) await running;
      return undefined;
    } catch (error) {
      return error ?? new Error('nothing was thrown');
    }
  }

  async #tell(input: Uint8Array, error: unknown): Promise<void> {
    const { signature, stack } = signatureOf(error);
    if (this.#known.has(signature)) return;
    this.#known.add(signature);
    const smallest = once
      ? input
      : await shrink(Buffer.from(input), async (shorter) => {
          show(board, shorter);
          const other = await this.#errorOf(shorter);
          return other !== undefined && signatureOf(other).signature === signature;
        });
    say({ kind: 'crash', input: smallest, signature, stack });
  }
}

/** Longest mutated input, for speed; `enlarge` makes the long ones. */
const LONGEST_CHANGED = 16 * 1024;

const coverage = new Coverage();
const { target, words } = once
  ? { target: await loadTarget(file), words: [] }
  : await loadInstrumented(file, covers, coverage);
board.numbers[PLACE.branches] = coverage.used;
say({ kind: 'ready', task: readlinkSync('/proc/thread-self'), rss: process.memoryUsage.rss() });
const fuzzer = new Fuzzer(target, coverage, words);
for (const input of given.length > 0 ? given : [Buffer.alloc(1)]) await fuzzer.try(input);
if (!once) await fuzzer.fuzz();
say({ kind: 'done' });
