import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import type { Arrivals } from '../arrivals.service.ts';
import { SETTLE_ARRIVAL } from './begin-splitting.ts';

/** Returns the job that splits received faxes at separator pages, or announces them whole. */
export function splittingJobs(arrivals: Pick<Arrivals, 'settle'>): JobDefinition[] {
  return [defineJob(SETTLE_ARRIVAL, async (fax) => await arrivals.settle(fax))];
}
