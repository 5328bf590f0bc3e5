import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition, JobKind } from '#engine/jobs/port.ts';

const who = z.object({ faxNumber: z.string(), username: z.string(), host: z.string(), address: z.string() });

/** Looks whether a forgotten password's number is a customer's, apart from the request, whose time must not tell. */
export const answerForgottenKind: JobKind<typeof who> = {
  name: 'answer-forgotten-password',
  payload: who,
  retry: { times: 20, firstDelaySeconds: 5, longestDelaySeconds: 300 },
  timeLimitSeconds: 60,
  sideBySide: 2,
};

/** What the background does about passwords. */
export interface PasswordWork {
  answerForgotten(request: z.output<typeof who>): Promise<void>;
  /** Removes links that nobody can open any more. */
  forgetOldTokens(signal: AbortSignal): Promise<void>;
}

/** The jobs of the feature. */
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
