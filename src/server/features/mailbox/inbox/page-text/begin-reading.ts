import { z } from 'zod';

import type { JobKind, JobQueue } from '#engine/jobs/port.ts';
import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { faxesOfDocument, wantText } from './wanted-texts.store.ts';

const payload = z.object({});

/**
 * Reads faxes that wait for it, the newest first, until none does. Every minute one looks around, for faxes that were
 * noted without waking anybody or whose process died.
 */
export const READ_FAXES: JobKind<typeof payload> = {
  name: 'read-faxes',
  payload,
  retry: { times: 5, firstDelaySeconds: 10, longestDelaySeconds: 600 },
  cron: '* * * * *',
};

/** Of which faxes the pages are read: of those that arrive, of those that are sent as well, or of none. */
export type ReadMode = 'off' | 'received' | 'all';

/** Has the pages of faxes read soon after the transaction in which they became known. */
export interface BeginReading {
  /** A fax arrived. */
  arrived(tx: Db, fax: { accountId: number; faxId: number }): Promise<void>;
  /** A document that is to be sent became pages. */
  converted(tx: Db, document: { accountId: number; documentId: number }): Promise<void>;
}

/** What arrivals and conversions call in their own transactions: it only notes what is to be read. */
export function beginReading(enqueue: JobQueue['enqueue'], mode: ReadMode): BeginReading {
  const want = async (tx: Db, accountId: number, faxes: number[]): Promise<void> => {
    if ((await wantText(tx, provenAccount(accountId), faxes)) > 0) await enqueue(tx, READ_FAXES, {});
  };
  return {
    arrived: async (tx, { accountId, faxId }) => {
      if (mode !== 'off') await want(tx, accountId, [faxId]);
    },
    converted: async (tx, { accountId, documentId }) => {
      if (mode !== 'all') return;
      await want(tx, accountId, await faxesOfDocument(tx, provenAccount(accountId), documentId));
    },
  };
}
