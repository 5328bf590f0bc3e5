import type { Db } from '#engine/database/port.ts';
import type { CallOutcome } from '#engine/fax-line/port.ts';

import type { StoredLine } from '#server/features/faxes/lines/lines.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { HELD, lockActing } from './acting.store.ts';
import { finishWaiting, isDialled } from './finish.store.ts';
import { LeaseLost } from './lease.ts';
import { wakeWorkers } from './outbox.store.ts';
import type { ClaimedJob } from './queue.store.ts';
import {
  endCancelled,
  endFailed,
  endUncertain,
  recordOutcome,
  tellFailed,
  waitOrFail,
} from './record-outcome.ts';
import type { RecordOutcomeDeps } from './record-outcome.ts';
import { untilWritten } from './until-written.ts';

/** How often a job is retried if our own code fails before a call can be placed. */
const MAX_BROKEN_STARTS = 20;
const BROKEN_WAIT_MS = 10_000;

/** The detail that the operator sees in this case. */
const UNWRITTEN = 'the product failed after the call';

/** Delay of a retry while the bucket is unavailable, which may take hours. */
const STORE_AWAY_WAIT_MS = 30_000;

/** Records that the call never reached the line: the job is dialed again, and the dial does not count. */
export async function writeLost(deps: RecordOutcomeDeps, job: ClaimedJob, line: StoredLine): Promise<void> {
  await untilWritten(deps, async (tx) => {
    const acting = await lockActing(tx, job.accountId);
    await putBack(deps, tx, job, line, acting ? 'LOST' : HELD);
  });
}

/** Puts a job without a call back into the queue, unless nothing more is to be sent of it. */
export async function putBack(
  deps: RecordOutcomeDeps,
  tx: Db,
  job: ClaimedJob,
  line: StoredLine,
  result: string,
): Promise<void> {
  if (await endCancelled(deps, tx, job, line)) return;
  const again = { afterMs: 0, counts: false };
  await waitOrFail(deps, tx, { job, line, end: { result, pages: 0 }, again });
  await wakeWorkers(tx);
}

/**
 * Records how a call ended, and waits for the database if necessary. Throws LeaseLost, and errors that no retry can
 * fix.
 */
export async function writeOutcome(
  deps: RecordOutcomeDeps,
  job: ClaimedJob,
  line: StoredLine,
  outcome: CallOutcome,
): Promise<void> {
  // If the write fails for good, at least a person learns what is known.
  const pages = outcome.kind === 'delivered' ? outcome.pages : outcome.pagesConfirmed;
  job.confirmed = Math.max(job.confirmed, pages);
  await untilWritten(deps, async (tx) => await recordOutcome(deps, tx, job, line, outcome));
}

/**
 * Leaves the decision to a person after a call whose end cannot be determined or written: another call might be the
 * second. If the mail about it is what cannot be written, none is sent.
 */
export async function writeUncertain(
  deps: RecordOutcomeDeps,
  job: ClaimedJob,
  line: StoredLine,
): Promise<void> {
  const end = { pages: job.confirmed, detail: UNWRITTEN };
  try {
    await untilWritten(deps, async (tx) => {
      await endUncertain(tx, job, line, end);
      await tellFailed(deps, tx, job);
    });
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    logEvent(deps.log, 'call.mail-failed', { jobId: job.jobId, err: error });
    await untilWritten(deps, async (tx) => await endUncertain(tx, job, line, end));
  }
}

/** Records a failure of our own code: retried soon, but not forever, and never after the call. */
export async function writeBroken(deps: RecordOutcomeDeps, job: ClaimedJob, line: StoredLine): Promise<void> {
  if (await endDialled(deps, job, line)) return;
  await untilWritten(deps, async (tx) => {
    if (await endCancelled(deps, tx, job, line)) return;
    const end = { result: 'INTERNAL', pages: 0 };
    const again = { afterMs: BROKEN_WAIT_MS, counts: false };
    if (job.attempt < MAX_BROKEN_STARTS) await finishWaiting(tx, job, end, again);
    else await endFailed(deps, tx, job, line, end);
  });
}

/** Records that the pages cannot be read while the bucket is unavailable: retried later, as long as necessary. */
export async function writeAway(deps: RecordOutcomeDeps, job: ClaimedJob, line: StoredLine): Promise<void> {
  if (await endDialled(deps, job, line)) return;
  await untilWritten(deps, async (tx) => {
    if (await endCancelled(deps, tx, job, line)) return;
    const afterMs = STORE_AWAY_WAIT_MS * (0.5 + Math.random());
    const again = { afterMs, counts: false };
    await waitOrFail(deps, tx, { job, line, end: { result: 'INTERNAL', pages: 0 }, again });
  });
}

/**
 * Returns whether the call was marked as dialed, so that it may have been handed over: then the fax is left to a
 * person.
 */
async function endDialled(deps: RecordOutcomeDeps, job: ClaimedJob, line: StoredLine): Promise<boolean> {
  const found = { dialled: false };
  await untilWritten(deps, async (tx) => {
    found.dialled = await isDialled(tx, job);
  });
  if (found.dialled) await writeUncertain(deps, job, line);
  return found.dialled;
}
