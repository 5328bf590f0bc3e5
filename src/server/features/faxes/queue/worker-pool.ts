import type { Logger } from 'pino';
import { logEvent } from '#server/kit/log-event.ts';

/** What to do next: pieces of work, or a wait in milliseconds. */
export type Next = { kind: 'work'; runs: (() => Promise<void>)[] } | { kind: 'wait'; ms: number };

export interface WorkerPoolOptions {
  /** Most concurrent pieces of work. */
  size: number;
  /** Claims at most `room` pieces of work; called by one loop only, never concurrently. */
  next: (room: number) => Promise<Next>;
  log: Pick<Logger, 'error'>;
}

/** Works on as many pieces at once as there are slots. */
export interface Slots {
  /** Looks for work at once instead of at the end of the wait. */
  wake(): void;
  /** Claims no more work and resolves once the claimed work has ended. */
  stop(): Promise<void>;
}

/** Rest after an error of the database or our own code, instead of a busy loop. */
const REST_MS = 1_000;

/** A sleep that a wake ends, or prevents if it came first. */
class WakeableRest {
  #woken = false;
  #interrupt: (() => void) | undefined;

  wake(): void {
    this.#woken = true;
    this.#interrupt?.();
  }

  /** Discards the wakes so far. */
  forget(): void {
    this.#woken = false;
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#interrupt = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#woken = false;
  }
}

/** Runs one loop that claims work while a slot is free, and otherwise waits for a free slot, a wake or the timeout. */
export function startWorkerPool({ size, next, log }: WorkerPoolOptions): Slots {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const rest = new WakeableRest();
  const wake = (): void => rest.wake();
  const start = (run: () => Promise<void>): void => {
    const piece = run()
      .catch((error: unknown) => logEvent(log, 'worker.work-failed', { err: error }))
      .finally(() => {
        running.delete(piece);
        wake();
      });
    running.add(piece);
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (running.size >= size) {
        await rest.sleep(REST_MS);
        continue;
      }
      rest.forget();
      try {
        const found = await next(size - running.size);
        if (found.kind === 'work') found.runs.forEach(start);
        else await rest.sleep(found.ms);
      } catch (error) {
        logEvent(log, 'queue.read-failed', { err: error });
        await rest.sleep(REST_MS);
      }
    }
    await Promise.all(running);
  };
  const ended = loop();
  return {
    wake,
    stop: async () => {
      stopping.abort();
      wake();
      await ended;
    },
  };
}
