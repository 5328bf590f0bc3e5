import type { Logger } from 'pino';

import { LeaseLost } from './lease.ts';

/** What this worker holds right now; the heartbeat renews exactly these leases. */
export interface HeldWork {
  jobs: ReadonlySet<number>;
  documents: ReadonlySet<number>;
  /** Runs work on a job or document whose lease this worker has; a lost lease ends it without a fuss. */
  during(kind: 'jobs' | 'documents', id: number, work: () => Promise<void>): Promise<void>;
}

export function holdWork(log: Pick<Logger, 'warn'>): HeldWork {
  const held = { jobs: new Set<number>(), documents: new Set<number>() };
  return {
    ...held,
    during: async (kind, id, work) => {
      held[kind].add(id);
      try {
        await work();
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
        log.warn({ kind, id }, 'work was taken over by another worker, this one lets go of it');
      } finally {
        held[kind].delete(id);
      }
    },
  };
}
