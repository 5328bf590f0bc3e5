import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import type { AuditChain } from './chain.ts';

/**
 * Removes expired audit rows once a day: after the six years for which HIPAA requires its documentation (45 CFR
 * 164.316(b)(2)(i)), unless the operator has set another number of days.
 */
export function auditJobs(chain: AuditChain, keepDays: number): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'forget-old-audit',
        cron: '17 3 * * *',
        payload: z.object({}),
        retry: { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 },
        onlyOne: true,
        timeLimitSeconds: 3_600,
      },
      async (_, signal) => {
        await chain.purge(keepDays, signal);
      },
    ),
  ];
}
