import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { dropMailedDocuments, mailCopies } from './fax-copies.ts';
import type { FaxCopyDeps } from './fax-copies.ts';

const payload = z.object({});
const retry = { times: 3, firstDelaySeconds: 30, longestDelaySeconds: 300 };

/** Returns the jobs that mail faxes to the addresses their senders named, within a minute of their pages being made. */
export function faxCopyJobs(deps: FaxCopyDeps): JobDefinition[] {
  return [
    defineJob(
      { name: 'mail-fax-copies', payload, retry, onlyOne: true, cron: '* * * * *' },
      async (_, signal) => {
        await mailCopies(deps, signal);
      },
    ),
    defineJob({ name: 'drop-mailed-faxes', payload, retry, onlyOne: true, cron: '23 4 * * *' }, async () => {
      await dropMailedDocuments(deps);
    }),
  ];
}
