import { z } from 'zod';

import type { Database } from '#engine/database/port.ts';
import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { nameFaxes } from './name-faxes.ts';

/** Returns the job that renames the faxes of numbers with more faxes than saving a contact renames at once. */
export function contactJobs(database: Database): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'name-faxes',
        payload: z.object({}),
        retry: { times: 3, firstDelaySeconds: 10, longestDelaySeconds: 600 },
        onlyOne: true,
        cron: '* * * * *',
      },
      async (_, signal) => await nameFaxes(database, signal),
    ),
  ];
}
