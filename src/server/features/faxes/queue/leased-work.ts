import type { Logger } from 'pino';

import { logEvent } from '#server/kit/log-event.ts';
import { LeaseLost } from './lease.ts';
import type { Next } from './worker-pool.ts';

/** The work that this worker holds; the heartbeat renews exactly these leases. */
export interface LeasedWork {
  jobs: ReadonlyMap<number, AbortController>;
  documents: ReadonlyMap<number, AbortController>;
  /**
   * Runs work on a job or document whose lease this worker has; a lost lease ends it without an error. The signal
   * aborts when the work is no longer wanted.
   */
  during(
    kind: 'jobs' | 'documents',
    id: number,
    work: (cancelled: AbortSignal) => Promise<void>,
  ): Promise<void>;
}

export function holdWork(log: Pick<Logger, 'warn'>): LeasedWork {
  const held = { jobs: new Map<number, AbortController>(), documents: new Map<number, AbortController>() };
  return {
    ...held,
    during: async (kind, id, work) => {
      const cancelled = new AbortController();
      held[kind].set(id, cancelled);
      try {
        await work(cancelled.signal);
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
        logEvent(log, 'lease.taken-over', { kind, id });
      } finally {
        // A job that was lost may be back already, in a newer run.
        if (held[kind].get(id) === cancelled) held[kind].delete(id);
      }
    },
  };
}

/** Returns a single piece of work on a job or document whose lease this worker has. */
export function leased(held: LeasedWork, ...what: Parameters<LeasedWork['during']>): Next {
  return { kind: 'work', runs: [async () => await held.during(...what)] };
}
