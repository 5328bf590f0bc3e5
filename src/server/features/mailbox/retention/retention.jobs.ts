import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import type { RetentionService } from './retention.service.ts';

/** Returns the nightly job, before the cleanup, that moves faxes with expired retention to Recently deleted. */
export function retentionJobs(retention: RetentionService): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'move-old-faxes',
        payload: z.object({}),
        retry: { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 },
        onlyOne: true,
        cron: '37 1 * * *',
        timeLimitSeconds: 3_600,
      },
      async (_, signal) => {
        await retention.moveOldFaxes(signal);
      },
    ),
  ];
}
