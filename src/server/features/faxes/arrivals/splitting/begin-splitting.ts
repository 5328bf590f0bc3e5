import { z } from 'zod';

import type { Db } from '#engine/database/port.ts';
import type { JobKind, JobQueue } from '#engine/jobs/port.ts';
import { provenAccount } from '#server/kit/scope.ts';

import type { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import { holdBack, isHeldBack } from './splitting.store.ts';

const payload = z.object({
  accountId: z.number(),
  faxId: z.number(),
  /** The time is over: a fax that cannot be split now stays whole. */
  last: z.boolean(),
});

/** Splits a fax whose pages have been read, or tells of it as it is; `last` is the run at the end of its time. */
export const SETTLE_ARRIVAL: JobKind<typeof payload> = {
  name: 'settle-arrival',
  payload,
  retry: { times: 60, firstDelaySeconds: 5, longestDelaySeconds: 900 },
  together: 5,
};

/** When a received fax is settled that may have to be split. */
export interface ArrivalSplits {
  /** In the transaction of the arrival: true if nobody is to be told of the fax before its pages have been read. */
  arrived: (tx: Db, fax: { accountId: number; faxId: number; byRule: boolean }) => Promise<boolean>;
  /** In the transaction in which its text becomes known. */
  read: (tx: Db, fax: { accountId: number; faxId: number }) => Promise<void>;
}

/** Joins it with the queue; the job at the end of its time is added with the arrival, so that nothing is forgotten. */
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
