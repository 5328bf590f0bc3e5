import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition, JobKind } from '#engine/jobs/port.ts';

const who = z.object({ faxNumber: z.string(), username: z.string(), host: z.string(), address: z.string() });

/**
 * Checks whether a forgotten password's number is a customer's, apart from the request, whose timing must not show it.
 */
export const answerForgottenKind: JobKind<typeof who> = {
  name: 'answer-forgotten-password',
  payload: who,
  retry: { times: 20, firstDelaySeconds: 5, longestDelaySeconds: 300 },
  timeLimitSeconds: 60,
  sideBySide: 2,
};

/** The background work on passwords. */
export interface PasswordWork {
  answerForgotten(request: z.output<typeof who>): Promise<void>;
  /** Deletes links that expired long ago. */
  forgetOldTokens(signal: AbortSignal): Promise<void>;
}

/** Returns the jobs of the feature. */
export function passwordJobs(work: PasswordWork): JobDefinition[] {
  return [
    defineJob(answerForgottenKind, async (request) => await work.answerForgotten(request)),
    defineJob(
      {
        name: 'forget-old-tokens',
        payload: z.object({}),
        retry: { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 },
        onlyOne: true,
        cron: '37 2 * * *',
      },
      async (_, signal) => await work.forgetOldTokens(signal),
    ),
  ];
}
