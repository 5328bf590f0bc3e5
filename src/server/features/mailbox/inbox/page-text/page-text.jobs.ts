import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { READ_FAXES } from './begin-reading.ts';
import type { ReadMode } from './begin-reading.ts';
import { readFaxes } from './read-faxes.ts';
import type { ReadDeps } from './read-faxes.ts';

/** Reads the pages of faxes, one at a time per process, at the lowest priority. Does nothing if the mode is `off`. */
export function pageTextJobs(deps: ReadDeps, mode: ReadMode): JobDefinition[] {
  return [
    defineJob(READ_FAXES, async (_, signal) => {
      if (mode !== 'off') await readFaxes(deps, signal);
    }),
  ];
}
