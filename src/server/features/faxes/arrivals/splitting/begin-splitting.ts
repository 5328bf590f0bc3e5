import { z } from 'zod';

import type { Db } from '#engine/database/port.ts';
import type { JobKind, JobQueue } from '#engine/jobs/port.ts';
import { provenAccount } from '#server/kit/scope.ts';

import type { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import { holdBack, isHeldBack } from './splitting.store.ts';

const payload = z.object({
  accountId: z.number(),
  faxId: z.number(),
  /** Whether the time is over: a fax that cannot be split now stays whole. */
  last: z.boolean(),
});

/** Splits a fax whose pages have been read, or announces it whole. `last` marks the run at the end of its time. */
export const SETTLE_ARRIVAL: JobKind<typeof payload> = {
  name: 'settle-arrival',
  payload,
  retry: { times: 60, firstDelaySeconds: 5, longestDelaySeconds: 900 },
  together: 5,
};

/** Decides when a received fax that may have to be split is announced. */
export interface ArrivalSplits {
  /**
   * Called in the transaction of the arrival. Returns true if the fax is not to be announced before its pages are read.
   */
  arrived: (tx: Db, fax: { accountId: number; faxId: number; byRule: boolean }) => Promise<boolean>;
  /** Called in the transaction in which its text becomes known. */
  read: (tx: Db, fax: { accountId: number; faxId: number }) => Promise<void>;
}

/**
 * Connects splitting to the queue. The job at the end of a fax's time is added with its arrival, so that no fax is
 * forgotten.
 */
export function beginSplitting(
  enqueue: JobQueue['enqueue'],
  texts: Pick<PageTexts, 'wordsDue'>,
): ArrivalSplits {
  return {
    arrived: async (tx, { accountId, faxId, byRule }) => {
      const account = provenAccount(accountId);
      const due = await texts.wordsDue(tx, account, faxId);
      if (due === null) return false;
      await holdBack(tx, account, { faxId, byRule });
      await enqueue(tx, SETTLE_ARRIVAL, { accountId, faxId, last: true }, { notBefore: due });
      return true;
    },
    read: async (tx, { accountId, faxId }) => {
      if (await isHeldBack(tx, provenAccount(accountId), faxId))
        await enqueue(tx, SETTLE_ARRIVAL, { accountId, faxId, last: false });
    },
  };
}
