import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { sweepUnrouted } from './sweep-unrouted.ts';
import type { SweepUnroutedDeps } from './sweep-unrouted.ts';

/** The nightly removal of what is left of faxes that reached no account. */
export function unroutedJobs(deps: SweepUnroutedDeps): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'sweep-unrouted',
        payload: z.object({}),
        retry: { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 },
        onlyOne: true,
        cron: '57 2 * * *',
        timeLimitSeconds: 3_600,
      },
      async (_, signal) => {
        await sweepUnrouted(deps, signal);
      },
    ),
  ];
}
