import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { clearClosedAccounts } from './clear-closed.ts';
import type { ClearClosedDeps } from './clear-closed.ts';

/** The nightly end of what closed accounts left: numbers that have rested, faxes that nobody can see any more. */
export function accountsJobs(deps: ClearClosedDeps): JobDefinition[] {
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
        await clearClosedAccounts(deps, signal);
      },
    ),
  ];
}
