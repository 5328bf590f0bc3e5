import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import { Parts } from '#server/kit/parts.ts';

import { deleteFaxesOfClosed, findClosedWithFaxes } from './clear-closed.store.ts';
import type { Closing } from './close-account.ts';
import { freeRestedNumbers } from './number-pool.store.ts';
import { closeDueAccount } from './operate-accounts.ts';
import { findClosing } from './operate-accounts.store.ts';

/** Rows a statement: locks stay short. */
const BATCH = 1_000;

/** What it needs; faxes of closed accounts are kept for `keepDays`, for an owner who comes back (F2E_KEEP_CLOSED_DAYS). */
export interface ClearClosedDeps extends Closing {
  database: Database;
  log: Pick<Logger, 'error'>;
  keepDays: number;
}

/**
 * Frees numbers that have rested, closes accounts whose day has come, and deletes the faxes of those that were closed
 * long enough ago. An account that fails keeps no others; the first fault is thrown at the end.
 */
export async function clearClosedAccounts(deps: ClearClosedDeps, signal: AbortSignal): Promise<void> {
  const { database, log, keepDays, ...closing } = deps;
  const { db } = database;
  const parts = new Parts(log, signal);
  const eachAccount = async (
    find: (after: number) => Promise<number[]>,
    work: (id: number) => Promise<void>,
  ): Promise<void> => {
    let after: number | undefined = 0;
    while (after !== undefined) {
      const accounts = await find(after);
      for (const id of accounts) await parts.run(`account/${id}`, async () => await work(id), undefined);
      after = accounts.at(-1);
    }
  };
  await parts.run('numbers', async () => void (await freeRestedNumbers(db)), undefined);
  await eachAccount(
    async (after) => await findClosing(db, after, BATCH),
    async (id) => await closeDueAccount(database, id, closing),
  );
  await eachAccount(
    async (after) => await findClosedWithFaxes(db, after, keepDays, BATCH),
    async (account) => {
      let after: number | undefined = 0;
      while (after !== undefined) {
        signal.throwIfAborted();
        after = await deleteFaxesOfClosed(db, { account, days: keepDays }, after, BATCH);
      }
    },
  );
  parts.end();
}
