import type { Logger } from 'pino';

import { LeaseLost } from './lease.ts';

/** What this worker holds right now; the heartbeat renews exactly these leases. */
export interface HeldWork {
  jobs: ReadonlyMap<number, AbortController>;
  documents: ReadonlyMap<number, AbortController>;
  /**
   * Runs work on a job or document whose lease this worker has; a lost lease ends it without a fuss. Its signal aborts
   * when nobody wants the work any more.
   */
  during(
    kind: 'jobs' | 'documents',
    id: number,
    work: (unwanted: AbortSignal) => Promise<void>,
  ): Promise<void>;
}

export function holdWork(log: Pick<Logger, 'warn'>): HeldWork {
  const held = { jobs: new Map<number, AbortController>(), documents: new Map<number, AbortController>() };
  return {
    ...held,
    during: async (kind, id, work) => {
      const unwanted = new AbortController();
      held[kind].set(id, unwanted);
      try {
        await work(unwanted.signal);
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
        log.warn({ kind, id }, 'work was taken over by another worker, this one lets go of it');
      } finally {
        // A job that was lost may be back already, in a newer run.
        if (held[kind].get(id) === unwanted) held[kind].delete(id);
      }
    },
  };
}
