import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { createJobAdmin } from '#server/features/faxes/queue/operate-jobs.ts';
import type { JobChange, JobAdmin, JobFile } from '#server/features/faxes/queue/operate-jobs.ts';

import type { Act, ActOptions } from './act.ts';
import { groupOf } from './command-tree.ts';
import { id } from './arguments.ts';
import { oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { CommandRefusal, accepted } from './refusal.ts';

/** job show | retry | cancel | release */
export function addJobAdminCommands(program: Command, act: Act): void {
  const job = groupOf(program, 'job');
  job
    .command('show')
    .description('Everything about one job, with every call that was placed')
    .argument('<jobid>', 'id of the job', id)
    .action(async (jobId: number, options: ActOptions) => {
      await act(options, async ({ database }) => {
        const found = await createJobAdmin({ database: await database() }).show(jobId);
        if (!found) throw new CommandRefusal(`There is no job ${jobId}.`);
        const calls = found.calls.map((call) => ({
          ...call,
          startedAt: call.startedAt.toISOString(),
          endedAt: call.endedAt?.toISOString() ?? null,
        }));
        return { json: { ...wire(found.job), calls }, rows: [{ ...wire(found.job), calls: calls.length }] };
      });
    });
  addChange(job, act, 'retry', 'Tries a waiting fax at once, or a failed or uncertain one again');
  addChange(job, act, 'cancel', 'Ends a fax that waits; it is removed as if its owner had');
  addRelease(job, act);
}

function addChange(job: Command, act: Act, verb: 'retry' | 'cancel', description: string): void {
  job
    .command(verb)
    .description(description)
    .argument('<jobid>', 'id of the job', id)
    .option('--dry-run', 'say what would happen and change nothing')
    .action(async (jobId: number, options: ActOptions) => {
      await act(options, async ({ database }) =>
        changed(await createJobAdmin({ database: await database() })[verb](jobId)),
      );
    });
}

function addRelease(job: Command, act: Act): void {
  job
    .command('release')
    .description('Sends faxes that a restore has held; look first whether they were sent since the backup')
    .argument('[jobid]', 'id of the job', id)
    .option('--all', 'all that are held')
    .option('--dry-run', 'say what would happen and change nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  f2e job list --state UNCERTAIN\n  f2e job release 4711\n  f2e job release --all',
    )
    .action(async (jobId: number | undefined, options: ActOptions & { all?: boolean }) => {
      if ((jobId === undefined) === (options.all !== true))
        throw new InvalidArgumentError('Name one job, or --all.');
      await act(options, async ({ database }) => {
        const admin = createJobAdmin({ database: await database() });
        return jobId === undefined ? await releaseAll(admin) : changed(await admin.release(jobId));
      });
    });
}

async function releaseAll(admin: JobAdmin): Promise<Answer> {
  const rows: { jobid: string; result: string }[] = [];
  for (const jobId of await admin.held()) {
    const outcome = await admin.release(jobId);
    rows.push({ jobid: String(jobId), result: outcome.kind === 'ok' ? 'released' : outcome.reason });
  }
  return { json: { jobs: rows }, rows, good: rows.every(({ result }) => result === 'released') };
}

function changed(outcome: JobChange): Answer {
  return oneRow(wire(accepted(outcome).job));
}

function wire(job: JobFile) {
  return {
    jobid: String(job.jobId),
    fid: String(job.faxId),
    uid: String(job.accountId),
    to: job.to,
    state: job.state,
    test: job.test,
    dials: job.dials,
    nextAt: job.nextAt?.toISOString() ?? null,
    line: job.line,
    reason: job.reason,
    origin: job.origin,
    pages: job.pages,
    confirmedPages: job.confirmedPages,
    document: job.documentState,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    worker: job.worker,
  };
}
