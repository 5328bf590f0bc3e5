import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import type { MultifaxUsage } from './multifax-usage.service.ts';

/**
 * Runs the daily roll-up at the configured time of the server zone, by default at three in the morning (spec http-api
 * 8.11).
 */
export function multifaxUsageJobs(
  usage: Pick<MultifaxUsage, 'rollUp'>,
  { hour, minute }: { hour: number; minute: number },
): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'roll-up-usage',
        payload: z.object({}),
        retry: { times: 5, firstDelaySeconds: 60, longestDelaySeconds: 1_800 },
        onlyOne: true,
        cron: `${minute} ${hour} * * *`,
      },
      async () => void (await usage.rollUp()),
    ),
  ];
}
