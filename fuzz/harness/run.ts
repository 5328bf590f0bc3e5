import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { MEMORY_MB } from '../target.ts';
import type { FuzzTarget } from '../target.ts';
import { PLACE, createBoard } from './board.ts';
import type { Board } from './board.ts';
import type { ThreadJob, ThreadNews } from './thread.ts';
import { watchThread } from './watch.ts';
import type { Overrun } from './watch.ts';

/** An input that broke a parser. */
export interface Finding {
  kind: 'crash' | 'hang' | 'memory';
  /** The error and its location, or the exceeded limit. */
  detail: string;
  /** The file with the input. */
  file: string;
}

/** Result of a run. */
export interface RunResult {
  seconds: number;
  cpuSeconds: number;
  executions: number;
  /** Branches reached, and total branches in the covered files. */
  reached: number;
  branches: number;
  corpus: number;
  findings: Finding[];
}

/** After this many hangs and memory findings a run stops: the target has to be fixed first. */
const MOST_OVERRUNS = 5;

/** What to run. */
export interface RunOptions {
  /** The URL of its module. */
  file: string;
  target: FuzzTarget;
  /** Folder of the corpus and the findings. */
  folder: string;
  seconds: number;
  seed: number;
  /** Stops after this many findings; runs for the whole time by default. */
  mostFindings?: number;
}

/** Fuzzes one target in this process, starting from its seeds and the saved corpus. */
export async function runTarget(options: RunOptions): Promise<RunResult> {
  return await new Run(options).run();
}

class Run {
  readonly #options: RunOptions;
  readonly #kept: string;
  readonly #found: string;
  readonly #findings: Finding[] = [];
  readonly #totals = { executions: 0, reached: 0, branches: 0, corpus: 0 };

  constructor(options: RunOptions) {
    this.#options = options;
    [this.#kept, this.#found] = [join(options.folder, 'corpus'), join(options.folder, 'findings')];
    for (const path of [this.#kept, this.#found]) mkdirSync(path, { recursive: true });
  }

  async run(): Promise<RunResult> {
    const { file, target, seconds, seed, mostFindings = Infinity } = this.#options;
    const began = performance.now();
    const spent = () => (performance.now() - began) / 1000;
    for (let threads = 0, overruns = 0; spent() < seconds && overruns < MOST_OVERRUNS; threads += 1) {
      const board = createBoard(target.maxBytes);
      const corpus = await this.#corpus();
      const job = {
        file,
        covers: target.covers,
        board,
        corpus,
        seconds: seconds - spent(),
        seed: seed + threads,
      };
      const overrun = await watchThread({ ...job, once: false }, memoryOf(target), (news) =>
        this.#hear(news),
      );
      this.#count(board);
      if (!overrun) break;
      if (await this.#confirm(overrun)) overruns += 1;
      if (this.#findings.length >= mostFindings) break;
    }
    const { user, system } = process.cpuUsage();
    return { seconds: spent(), cpuSeconds: (user + system) / 1e6, ...this.#totals, findings: this.#findings };
  }

  async #corpus(): Promise<Uint8Array[]> {
    const kept = readdirSync(this.#kept).map((name) => readFileSync(join(this.#kept, name)));
    return [...(await this.#options.target.seeds()), ...kept];
  }

  /** Returns true when the thread should stop. */
  #hear(news: ThreadNews): boolean {
    if (news.kind === 'kept') writeFileSync(join(this.#kept, nameOf(news.input)), news.input);
    if (news.kind === 'crash') this.#note('crash', `${news.signature}\n${news.stack}`, news.input);
    return this.#findings.length >= (this.#options.mostFindings ?? Infinity);
  }

  #count({ numbers }: Board): void {
    this.#totals.executions += numbers[PLACE.executions]!;
    for (const name of ['reached', 'branches', 'corpus'] as const)
      this.#totals[name] = Math.max(this.#totals[name], numbers[PLACE[name]]!);
  }

  /**
   * Runs the input of an overrun again without instrumentation, which makes code slower, and in a fresh thread.
   * Errors outside of the call (in a timer, for example) may not occur again and count anyway.
   */
  async #confirm(overrun: Overrun): Promise<boolean> {
    const { file, target } = this.#options;
    const again = await replay(file, target, overrun.input);
    const all = overrun.kind === 'crash' && again.length === 0 ? [overrun] : again;
    for (const { kind, detail } of all) this.#note(kind, detail, overrun.input);
    return all.length > 0;
  }

  #note(kind: Finding['kind'], detail: string, input: Uint8Array): void {
    const [first] = detail.split('\n', 1);
    if (this.#findings.some((known) => known.kind === kind && known.detail.split('\n', 1)[0] === first))
      return;
    const path = join(this.#found, `${kind}-${nameOf(input)}`);
    writeFileSync(path, input);
    this.#findings.push({ kind, detail, file: path });
  }
}

/** Runs one input without instrumentation under the same limits; resolves to an empty list if all is well. */
export async function replay(
  file: string,
  target: FuzzTarget,
  input: Uint8Array,
): Promise<Omit<Finding, 'file'>[]> {
  const findings: Omit<Finding, 'file'>[] = [];
  const board = createBoard(Math.max(target.maxBytes, input.length));
  const job: ThreadJob = { file, covers: [], board, corpus: [input], seconds: 0, seed: 1, once: true };
  const overrun = await watchThread(job, memoryOf(target), (news) => {
    if (news.kind === 'crash') findings.push({ kind: 'crash', detail: `${news.signature}\n${news.stack}` });
    return false;
  });
  return overrun ? [...findings, { kind: overrun.kind, detail: overrun.detail }] : findings;
}

function memoryOf({ memoryMb = MEMORY_MB }: FuzzTarget): number {
  return memoryMb;
}

function nameOf(input: Uint8Array): string {
  return createHash('sha256').update(input).digest('hex').slice(0, 16);
}
