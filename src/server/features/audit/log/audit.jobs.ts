import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import type { AuditChain } from './chain.ts';

/**
 * Removes audit rows whose time is over, once a day: after six years, as HIPAA asks for its documentation
 * (45 CFR 164.316(b)(2)(i)), unless the operator has set other days.
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
