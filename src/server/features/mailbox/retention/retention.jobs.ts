import type { Logger } from 'pino';
import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import type { RetentionService } from './retention.service.ts';

/** Every night, before the clean-up: faxes that their accounts keep no longer move to Recently deleted. */
export function retentionJobs(retention: RetentionService, log: Pick<Logger, 'error'>): JobDefinition[] {
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
        await retention.moveOldFaxes(signal, log);
      },
    ),
  ];
}
