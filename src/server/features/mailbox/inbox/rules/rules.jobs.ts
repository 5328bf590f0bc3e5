import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { APPLY_RULES } from './begin-rules.ts';
import { runRules } from './run-rules.ts';
import type { RunDeps } from './rule-deps.ts';

/** Returns the job that applies rules to arrived faxes, within seconds. */
export function rulesJobs(deps: RunDeps): JobDefinition[] {
  return [defineJob(APPLY_RULES, async (ids) => await runRules(deps, ids))];
}
