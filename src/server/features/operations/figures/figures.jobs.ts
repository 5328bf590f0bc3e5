import { z } from 'zod';

import type { Database } from '#engine/database/port.ts';
import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { rollUpFigures } from './figures.service.ts';

/** Stores the figures of the overview; if a run fails, the next one makes up for it. */
export function figuresJobs(database: Database): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'roll-up-figures',
        payload: z.object({}),
        retry: { times: 1, firstDelaySeconds: 60, longestDelaySeconds: 60 },
        onlyOne: true,
        cron: '*/5 * * * *',
        timeLimitSeconds: 900,
      },
      async (_, signal) => {
        await rollUpFigures(database, signal);
      },
    ),
  ];
}
