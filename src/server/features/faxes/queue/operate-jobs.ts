import type { Database, Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { lockClosed } from './acting.store.ts';
import { askToCancel, cancelOpenJob } from './cancel.store.ts';
import { lockAccountQueue } from './limit.store.ts';
import { findHeldJobs, hurryJob, readCalls, readJob, requeueJob } from './operate-jobs.store.ts';
import type { JobCall, JobFile } from './operate-jobs.store.ts';
import { renewDocument, wakeWorkers } from './outbox.store.ts';

export type { JobCall, JobFile } from './operate-jobs.store.ts';

/** The outcome of an operator's request; the reason is a sentence. */
export type JobChange = { kind: 'ok'; job: JobFile } | { kind: 'refused'; reason: string };

/** The operator's actions on single faxes in the queue; every change writes an audit row. */
export interface JobAdmin {
  show(jobId: number): Promise<{ job: JobFile; calls: JobCall[] } | undefined>;
  /** Retries a waiting job at once; puts a failed or uncertain one back into the queue. */
  retry(jobId: number): Promise<JobChange>;
  /** Removes a job from the queue; hangs up a call in progress. */
  cancel(jobId: number): Promise<JobChange>;
  /** Sends a fax that a restore has held, because it was unknown whether it was sent after the backup (F-ops-03). */
  release(jobId: number): Promise<JobChange>;
  /** Returns the ids of all held jobs. */
  held(): Promise<number[]>;
}

export function createJobAdmin({ database }: { database: Database }): JobAdmin {
  const change = async (
    jobId: number,
    verb: string,
    work: (tx: Db, job: JobFile) => Promise<string | null>,
  ) => await database.transaction(async (tx) => await changeJob(tx, { jobId, verb, work }));
  return {
    show: async (jobId) => {
      const job = await readJob(database.db, jobId);
      return job && { job, calls: await readCalls(database.db, jobId) };
    },
    retry: async (jobId) => await change(jobId, 'retry', retry),
    cancel: async (jobId) => await change(jobId, 'cancel', cancel),
    release: async (jobId) => await change(jobId, 'release', release),
    held: async () => await findHeldJobs(database.db),
  };
}

/** Runs one action, which returns null, or a sentence that says why it is refused. */
async function changeJob(
  tx: Db,
  {
    jobId,
    verb,
    work,
  }: { jobId: number; verb: string; work: (tx: Db, job: JobFile) => Promise<string | null> },
): Promise<JobChange> {
  const job = await readJob(tx, jobId);
  if (!job) return { kind: 'refused', reason: `There is no job ${jobId}.` };
  const reason = await work(tx, job);
  if (reason !== null) return { kind: 'refused', reason };
  await writeAudit(tx, {
    actor: { kind: 'operator' },
    accountId: job.accountId,
    action: `job.${verb}`,
    object: `job/${jobId}`,
    detail: { faxId: job.faxId, was: job.state },
  });
  return { kind: 'ok', job: (await readJob(tx, jobId)) ?? job };
}

async function retry(tx: Db, job: JobFile): Promise<string | null> {
  if (job.state === 'WAITING') {
    if (!(await hurryJob(tx, job.jobId))) return `The job ${job.jobId} has just been taken by a worker.`;
    await wakeWorkers(tx);
    return null;
  }
  return await putBack(tx, job, ['FAILED', 'UNCERTAIN']);
}

async function release(tx: Db, job: JobFile): Promise<string | null> {
  if (job.reason !== 'HELD_AFTER_RESTORE')
    return `The job ${job.jobId} is not held after a restore: it is ${job.state}.`;
  return await putBack(tx, job, ['UNCERTAIN']);
}

async function putBack(
  tx: Db,
  job: JobFile,
  states: readonly ('FAILED' | 'UNCERTAIN')[],
): Promise<string | null> {
  await lockAccountQueue(tx, job.accountId);
  if (await lockClosed(tx, job.accountId))
    return `The job ${job.jobId} cannot be sent again: its account is closed.`;
  if (job.documentState === 'failed') await renewDocument(tx, job.documentId);
  if (!(await requeueJob(tx, job, states)))
    return `The job ${job.jobId} cannot be sent again: it is ${job.state}, or its fax was deleted.`;
  await wakeWorkers(tx);
  return null;
}

async function cancel(tx: Db, job: JobFile): Promise<string | null> {
  const cancelled = await cancelOpenJob(tx, provenAccount(job.accountId), job.jobId);
  if (cancelled?.underWay) await askToCancel(tx, job.jobId);
  return cancelled ? null : `The job ${job.jobId} has ended already: it is ${job.state}.`;
}
