import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { sweepDrafts } from './sweep-drafts.ts';
import type { SweepDeps } from './sweep-drafts.ts';

const retry = { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 };

/** Returns the job that removes files of faxes that nobody sent. */
export function draftJobs(deps: SweepDeps): JobDefinition[] {
  return [
    defineJob(
      { name: 'sweep-drafts', payload: z.object({}), retry, onlyOne: true, cron: '37 * * * *' },
      async (_, signal) => {
        await sweepDrafts(deps, signal);
      },
    ),
  ];
}
