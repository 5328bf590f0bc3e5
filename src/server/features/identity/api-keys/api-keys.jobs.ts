import { z } from 'zod';

import type { Database } from '#engine/database/port.ts';
import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';

import { tellOfExpiry } from './tell-of-expiry.ts';

/** Returns the job that sends the daily mail about keys that expire within a week. */
export function apiKeysJobs(deps: { database: Database; queueMail: QueueMail }): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'tell-of-expiring-keys',
        payload: z.object({}),
        retry: { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 },
        onlyOne: true,
        cron: '7 9 * * *',
      },
      async (_, signal) => await tellOfExpiry(deps, signal),
    ),
  ];
}
