import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import type { AuditChain } from './chain.ts';

/** Six years, as HIPAA asks for its documentation (45 CFR 164.316(b)(2)(i)), and the leap days in them. */
const KEEP_DAYS = 6 * 365 + 2;

/** Removes audit rows whose time is over, once a day. */
export function auditJobs(chain: AuditChain): JobDefinition[] {
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
      async () => {
        await chain.purge(KEEP_DAYS);
      },
    ),
  ];
}
