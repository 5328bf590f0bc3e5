import { z } from 'zod';

import { EVENT_DAYS } from '#contract/v1/events.ts';
import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import type { EventsService } from './events.service.ts';

/** Returns the nightly job that removes old events and their deliveries. */
export function eventsJobs(events: EventsService): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'forget-old-events',
        payload: z.object({}),
        retry: { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 },
        onlyOne: true,
        timeLimitSeconds: 3_600,
        cron: '37 2 * * *',
      },
      async (_, signal) => await events.forgetOld(EVENT_DAYS, signal),
    ),
  ];
}
