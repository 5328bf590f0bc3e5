import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { describeDocuments } from './stored-faxes.service.ts';
import { scrub } from './scrub.ts';
import type { ScrubDeps } from './scrub.ts';

/** Time limit of a run, so that it ends before the next one begins; at 20 MiB per second that is 1 TiB per day. */
const RUN_MS = 50 * 60_000;

const common = {
  payload: z.object({}),
  onlyOne: true,
  timeLimitSeconds: 3_600,
  retry: { times: 0, firstDelaySeconds: 60, longestDelaySeconds: 60 },
};

/**
 * Returns the jobs that compare stored files with their hashes, some of them every hour, and describe the faxes that
 * have no description.
 */
export function storedFaxesJobs(deps: ScrubDeps): JobDefinition[] {
  return [
    defineJob({ ...common, name: 'scrub-files', cron: '4 * * * *' }, async (_, signal) => {
      await scrub(deps, within(signal));
    }),
    defineJob({ ...common, name: 'describe-faxes', cron: '34 * * * *' }, async (_, signal) => {
      await describeDocuments(deps, within(signal));
    }),
  ];
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]);
}
