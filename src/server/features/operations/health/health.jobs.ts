import { z } from 'zod';

import type { Database } from '#engine/database/port.ts';
import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { countStoredBytes } from './stored-bytes.ts';

/** What the metrics show and a scrape cannot count. */
export function healthJobs(database: Database): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'count-stored-bytes',
        payload: z.object({}),
        retry: { times: 1, firstDelaySeconds: 300, longestDelaySeconds: 300 },
        onlyOne: true,
        cron: '11 4 * * *',
        timeLimitSeconds: 3_600,
      },
      async (_, signal) => {
        await countStoredBytes(database, signal);
      },
    ),
  ];
}
