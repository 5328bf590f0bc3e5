import { z } from 'zod';

import type { JobKind, JobQueue } from '#engine/jobs/port.ts';
import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { faxesOfDocument, wantText } from './wanted-texts.store.ts';

const payload = z.object({});

/**
 * Reads waiting faxes, newest first, until none is left. Also runs every minute, for faxes that were noted without
 * starting a job or whose process died.
 */
export const READ_FAXES: JobKind<typeof payload> = {
  name: 'read-faxes',
  payload,
  retry: { times: 5, firstDelaySeconds: 10, longestDelaySeconds: 600 },
  cron: '* * * * *',
};

/** The faxes whose pages are read: received ones, sent ones as well, or none. */
export type ReadMode = 'off' | 'received' | 'all';

/** Starts reading the pages of faxes soon after the transaction that stores them. */
export interface BeginReading {
  /** Called when a fax arrives. */
  arrived(tx: Db, fax: { accountId: number; faxId: number }): Promise<void>;
  /** Called when a document to send has been converted to pages. */
  converted(tx: Db, document: { accountId: number; documentId: number }): Promise<void>;
}

/** Returns the callbacks that arrivals and conversions run in their own transactions. They only note what to read. */
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
