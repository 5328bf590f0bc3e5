import { z } from 'zod';

import type { JobKind, JobQueue } from '#engine/jobs/port.ts';

import { noteArrival } from './rules.store.ts';

const payload = z.object({ accountId: z.number(), faxId: z.number() });

/** Has the rules of an account look at one fax. */
export const APPLY_RULES: JobKind<typeof payload> = {
  name: 'apply-rules',
  payload,
  retry: { times: 60, firstDelaySeconds: 5, longestDelaySeconds: 900 },
  together: 5,
};

/**
 * What arrivals call in their own transaction: an account without rules costs one statement, and a fax whose arrival is
 * committed is looked at, whatever is killed in between.
 */
export function beginRules(enqueue: JobQueue['enqueue']) {
  return {
    arrived: async (
      tx: Parameters<JobQueue['enqueue']>[0],
      fax: { accountId: number; faxId: number; byRule: boolean },
    ): Promise<void> => {
      const { accountId, faxId } = fax;
      if (await noteArrival(tx, fax)) await enqueue(tx, APPLY_RULES, { accountId, faxId });
    },
  };
}
