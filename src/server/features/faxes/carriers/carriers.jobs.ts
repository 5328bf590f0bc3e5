import { z } from 'zod';

import type { Database } from '#engine/database/port.ts';
import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition, JobKind } from '#engine/jobs/port.ts';

import { deleteOldReports } from './carriers.store.ts';
import { fetchCarriedFax } from './fetch-carried-fax.ts';
import type { FetchCarriedDeps } from './fetch-carried-fax.ts';

const fetchPayload = z.object({ arrivalId: z.number().int() });

/**
 * Fetches one announced fax. Gives up by age, long before these retries are used up (F-recv-10). A carrier that comes
 * back after an hour is asked again within 15 minutes.
 */
export const fetchCarriedKind: JobKind<typeof fetchPayload> = {
  name: 'fetch-carried-fax',
  payload: fetchPayload,
  retry: { times: 1_000, firstDelaySeconds: 5, longestDelaySeconds: 900 },
  // Covers two transfers and a conversion, each with its own limit.
  timeLimitSeconds: 600,
  sideBySide: 2,
  together: 8,
};

/** Reports are kept longer than needed: workers take over calls within days of their end at most. */
const REPORT_DAYS = 30;
const BATCH = 5_000;

/** Returns the jobs for what carriers left for later: received faxes to fetch, old reports to remove. */
export function carriersJobs(deps: FetchCarriedDeps & { database: Database }): JobDefinition[] {
  return [
    defineJob(fetchCarriedKind, async ({ arrivalId }) => await fetchCarriedFax(deps, arrivalId)),
    defineJob(
      {
        name: 'forget-carrier-reports',
        payload: z.object({}),
        retry: { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 },
        onlyOne: true,
        cron: '37 2 * * *',
      },
      async (_, signal) => {
        do signal.throwIfAborted();
        while ((await deleteOldReports(deps.database.db, REPORT_DAYS, BATCH)) === BATCH);
      },
    ),
  ];
}
