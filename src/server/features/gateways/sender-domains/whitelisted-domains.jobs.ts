import { z } from 'zod';

import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { checkDueDomains } from './domain-proofs.ts';
import type { DomainProofDeps } from './domain-proofs.ts';

/** Returns the job that looks up the records of domains that are not proved yet. */
export function whitelistedDomainsJobs(deps: DomainProofDeps): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'check-sender-domains',
        payload: z.object({}),
        retry: { times: 0, firstDelaySeconds: 60, longestDelaySeconds: 60 },
        timeLimitSeconds: 300,
        onlyOne: true,
        cron: '*/15 * * * *',
      },
      async (_, signal) => await checkDueDomains(deps, signal),
    ),
  ];
}
