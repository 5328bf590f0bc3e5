import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import type { Maintenance } from './maintenance.service.ts';

const payload = z.object({});
const retry = { times: 3, firstDelaySeconds: 300, longestDelaySeconds: 3_600 };
const common = { payload, retry, onlyOne: true, timeLimitSeconds: 3_600 };

/** What goes on in the next run ends before that begins. */
const RUN_MS = 50 * 60_000;

/**
 * The clean-up: traces of calls and files that a backup kept by the hour, the rest at night, spread so that they do not
 * compete.
 */
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
    defineJob({ ...common, name: 'remove-files', cron: '52 * * * *' }, async (_, signal) => {
      await maintenance.removeGivenUp(within(signal));
    }),
    defineJob({ ...common, name: 'collect-orphan-files', cron: '47 3 * * *' }, async (_, signal) => {
      await maintenance.collectOrphanFiles(within(signal));
    }),
  ];
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]);
}
