import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import type { Maintenance } from './maintenance.service.ts';

const payload = z.object({});
const retry = { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 };
const common = { payload, retry, onlyOne: true, timeLimitSeconds: 3_600 };

/** The cleanup jobs: traces of calls every hour, the rest at night, spread so that they do not compete. */
export function maintenanceJobs(maintenance: Maintenance): JobDefinition[] {
  return [
    defineJob({ ...common, name: 'erase-traces', cron: '37 * * * *' }, async (_, signal) => {
      await maintenance.eraseTraces(signal);
    }),
    defineJob({ ...common, name: 'forget-expired', cron: '7 2 * * *' }, async (_, signal) => {
      await maintenance.forgetExpired(signal);
    }),
    defineJob({ ...common, name: 'purge-deleted-faxes', cron: '27 2 * * *' }, async (_, signal) => {
      await maintenance.purgeDeletedFaxes(signal);
    }),
    defineJob({ ...common, name: 'collect-orphan-files', cron: '47 3 * * *' }, async (_, signal) => {
      await maintenance.collectOrphanFiles(signal);
    }),
  ];
}
