import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { scrub } from './scrub.ts';
import type { ScrubDeps } from './scrub.ts';

/** A run ends before the next one begins; at 20 MiB a second that is 1 TiB in a day. */
const RUN_MS = 50 * 60_000;

/** Compares stored files with their hashes, a part of them every hour. */
export function storedFaxesJobs(deps: ScrubDeps): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'scrub-files',
        payload: z.object({}),
        cron: '4 * * * *',
        onlyOne: true,
        timeLimitSeconds: 3_600,
        retry: { times: 0, firstDelaySeconds: 60, longestDelaySeconds: 60 },
      },
      async (_, signal) => {
        await scrub(deps, AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]));
      },
    ),
  ];
}
