import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition, JobKind } from '#engine/jobs/port.ts';

import type { MailDelivery } from './mail-delivery.ts';

const deliverPayload = z.object({
  mailId: z.number().int(),
  /** Whether the job starts after the mail has waited long enough for the words of its fax. */
  waited: z.boolean().optional(),
});

/**
 * Delivers one mail. The retry delays grow to half an hour, so that a relay that comes back gets its mails soon.
 * Delivery itself gives up by age, long before these retries are used up.
 */
export const deliverMailKind: JobKind<typeof deliverPayload> = {
  name: 'deliver-mail',
  payload: deliverPayload,
  retry: { times: 1_000, firstDelaySeconds: 30, longestDelaySeconds: 1_800 },
  // More than the longest delivery takes: it has its own limit.
  timeLimitSeconds: 600,
  sideBySide: 4,
  together: 2,
  // Half of all concurrent deliveries: a slow receiver must not keep the others waiting (F-mail-09).
  mostOfGroup: 4,
};

/** Returns the jobs that deliver mails, check that they are sent, and remove old ones every night. */
export function mailOutJobs(delivery: MailDelivery): JobDefinition[] {
  return [
    defineJob(
      deliverMailKind,
      async ({ mailId, waited }, signal) => await delivery.deliver(mailId, { signal, waited }),
    ),
    defineJob(
      {
        name: 'forget-old-mail',
        payload: z.object({}),
        retry: { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 },
        onlyOne: true,
        cron: '17 2 * * *',
      },
      async (_, signal) => await delivery.forgetOld(signal),
    ),
    defineJob(
      {
        name: 'watch-mail',
        payload: z.object({}),
        retry: { times: 0, firstDelaySeconds: 60, longestDelaySeconds: 60 },
        onlyOne: true,
        cron: '*/10 * * * *',
      },
      async () => await delivery.watch(),
    ),
  ];
}
