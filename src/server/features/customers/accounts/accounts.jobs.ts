import { z } from 'zod';

import type { Database } from '#engine/database/port.ts';
import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { deleteFaxesOfClosed } from './accounts.store.ts';
import type { Closing } from './close-account.ts';
import { closeDueAccounts } from './operate-accounts.ts';
import { freeRestedNumbers } from './number-pool.store.ts';

/** Rows per statement: locks stay short. */
const BATCH = 1_000;

/**
 * Cleans up after closed accounts every night: frees numbers that have rested, closes accounts that are due, and
 * deletes faxes that nobody can see any more. Faxes are kept for `keepDays` in case the owner comes back
 * (F2E_KEEP_CLOSED_DAYS).
 */
export function accountsJobs(
  database: Database,
  { keepDays, ...closing }: Closing & { keepDays: number },
): JobDefinition[] {
  const payload = z.object({});
  const retry = { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 };
  return [
    defineJob(
      {
        name: 'clear-closed-accounts',
        payload,
        retry,
        onlyOne: true,
        cron: '17 1 * * *',
        timeLimitSeconds: 3_600,
      },
      async (_, signal) => {
        await freeRestedNumbers(database.db);
        do signal.throwIfAborted();
        while ((await closeDueAccounts(database, { limit: BATCH, ...closing })) === BATCH);
        do signal.throwIfAborted();
        while ((await deleteFaxesOfClosed(database.db, keepDays, BATCH)) === BATCH);
      },
    ),
  ];
}
