import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { JOB_STATES } from '#contract/faxes/queue.admin.ts';

import type { Act, ActOptions } from './act.ts';
import { listJobs } from './operator.store.ts';
import { listOf } from './output.ts';

/** job list */
export function addJobCommands(program: Command, act: Act): void {
  const job = program.command('job').description('Faxes on their way and their history');
  job
    .command('list')
    .description('The newest 1000, unfinished ones first')
    .option('--state <state>', 'only jobs in this state, like WAITING', jobState)
    .action(async (options: ActOptions & { state?: string }) => {
      await act(options, async ({ database }) => {
        const jobs = await listJobs((await database()).db, options.state);
        return listOf(
          'jobs',
          jobs.map((row) => ({
            jobid: String(row.jobId),
            fid: String(row.faxId),
            uid: String(row.accountId),
            to: row.to,
            state: row.state,
            dials: row.dials,
            nextAt: row.nextAt?.toISOString() ?? null,
            line: row.line,
            reason: row.reason,
          })),
        );
      });
    });
}

/** Parses a job state in any case. An unknown word would return an empty list, which reads like «all is well». */
function jobState(written: string): string {
  const state = JOB_STATES.find((known) => known === written.toUpperCase());
  if (state === undefined) throw new InvalidArgumentError(`A job is one of ${JOB_STATES.join(', ')}.`);
  return state;
}
