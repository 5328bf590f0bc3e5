import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import type { MultifaxUsage } from './multifax-usage.service.ts';

/** The daily roll-up, at three in the night of the server zone (contract 8.11). */
export function multifaxUsageJobs(usage: Pick<MultifaxUsage, 'rollUp'>): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'roll-up-usage',
        payload: z.object({}),
        retry: { times: 5, firstDelaySeconds: 60, longestDelaySeconds: 1_800 },
        onlyOne: true,
        cron: '0 3 * * *',
      },
      async () => void (await usage.rollUp()),
    ),
  ];
}
