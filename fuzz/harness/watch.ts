import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { HANG_SECONDS, MEMORY_MB } from '../target.ts';
import type { Board } from './board.ts';
import { PLACE, shownInput } from './board.ts';
import type { ThreadJob, ThreadNews } from './thread.ts';

/** Why a thread was ended, and its last input. */
export interface Overrun {
  kind: 'hang' | 'memory' | 'crash';
  input: Buffer;
  detail: string;
}

/** Interval of the checks in milliseconds. */
const LOOK_MS = 100;

/** Ticks per second of the times in /proc (proc(5): sysconf(_SC_CLK_TCK), 100 on every Linux that Node runs on). */
const TICKS = 100;

/** Bytes of a megabyte. */
const MB = 1024 * 1024;

/**
 * Runs a thread and ends it when one input takes more than HANG_SECONDS of CPU time or more memory than `memoryMb`, or
 * when `onNews` returns true. Resolves to undefined if no limit was exceeded.
 */
export async function watchThread(
  job: ThreadJob,
  memoryMb: number,
  onNews: (news: ThreadNews) => boolean,
): Promise<Overrun | undefined> {
  const thread = new Worker(new URL('thread.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const limits = new Limits(job.board, memoryMb);
  return await new Promise((resolve) => {
    const end = (overrun?: Omit<Overrun, 'input'>) => {
      clearInterval(timer);
      const input = shownInput(job.board);
      void thread.terminate().then(() => resolve(overrun && { ...overrun, input }));
    };
    const timer = setInterval(() => {
      const over = limits.check();
      if (over) end(over);
    }, LOOK_MS);
    thread.on('message', (news: ThreadNews) => {
      if (news.kind === 'ready') limits.begin(news);
      const enough = onNews(news);
      if (enough || news.kind === 'done') end();
    });
    thread.on('error', (error: unknown) => {
      const memory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      end(
        memory ? { kind: 'memory', detail: `more than ${MEMORY_MB} MB of heap` } : { kind: 'crash', detail },
      );
    });
  });
}

/** Checks the limits of the current input. */
class Limits {
  readonly #board: Board;
  readonly #memoryMb: number;
  #task = '';
  #executions = -1;
  #cpuBefore = 0;
  #rssBefore = 0;

  constructor(board: Board, memoryMb: number) {
    this.#board = board;
    this.#memoryMb = memoryMb;
  }

  /**
   * Growth is measured from the lowest memory use since the target was loaded; a busy machine may deliver this message
   * later.
   */
  begin({ task, rss }: { task: string; rss: number }): void {
    this.#task = task;
    this.#rssBefore = rss;
  }

  check(): Omit<Overrun, 'input'> | undefined {
    if (this.#task === '') return undefined;
    const rss = process.memoryUsage.rss();
    // Memory of earlier threads may be released only now.
    this.#rssBefore = Math.min(this.#rssBefore, rss);
    const grown = Math.round((rss - this.#rssBefore) / MB);
    if (grown > this.#memoryMb) return { kind: 'memory', detail: `the process grew by ${grown} MB` };
    const executions = this.#board.numbers[PLACE.executions]!;
    const cpu = cpuSeconds(this.#task);
    if (executions !== this.#executions) {
      this.#executions = executions;
      this.#cpuBefore = cpu;
    }
    const taken = cpu - this.#cpuBefore;
    return taken > HANG_SECONDS ? { kind: 'hang', detail: `${taken.toFixed(1)} s of CPU time` } : undefined;
  }
}

/** CPU seconds of a thread, from user and system ticks (proc(5), fields 14 and 15 of stat). */
function cpuSeconds(task: string): number {
  const fields = readFileSync(`/proc/${task}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
