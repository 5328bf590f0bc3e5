import { z } from 'zod';

import type { JobKind, JobQueue } from '#engine/jobs/port.ts';

import { WORDS_WAIT_MINUTES } from '#contract/mailbox/page-text.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { wordsDue } from '../page-text/page-text.store.ts';
import { isNoted, noteArrival } from './rules.store.ts';

const payload = z.object({ accountId: z.number(), faxId: z.number() });

/** Applies the rules of an account to one fax. */
export const APPLY_RULES: JobKind<typeof payload> = {
  name: 'apply-rules',
  payload,
  retry: { times: 60, firstDelaySeconds: 5, longestDelaySeconds: 900 },
  together: 5,
};

/**
 * Returns the callbacks for arrivals and read faxes, which run in the caller's transaction. An account without rules
 * costs one statement, and a committed arrival is always processed, whatever is killed in between.
 */
export function beginRules(enqueue: JobQueue['enqueue']) {
  return {
    arrived: async (
      tx: Parameters<JobQueue['enqueue']>[0],
      fax: { accountId: number; faxId: number; byRule: boolean },
    ): Promise<void> => {
      const { accountId, faxId } = fax;
      const look = await noteArrival(tx, fax);
      if (look === 'no') return;
      const of = { account: provenAccount(accountId), faxId };
      const due = look === 'after-text' ? await wordsDue(tx, of, WORDS_WAIT_MINUTES) : null;
      await enqueue(tx, APPLY_RULES, { accountId, faxId }, due === null ? {} : { notBefore: due });
    },
    /** Called when the pages of a fax have been read: rules that waited for that are applied now. */
    read: async (
      tx: Parameters<JobQueue['enqueue']>[0],
      ids: { accountId: number; faxId: number },
    ): Promise<void> => {
      if (await isNoted(tx, provenAccount(ids.accountId), ids.faxId)) await enqueue(tx, APPLY_RULES, ids);
    },
  };
}
