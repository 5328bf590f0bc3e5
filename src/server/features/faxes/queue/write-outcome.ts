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

/** A job that breaks this product's own code before a call can be placed is tried again this often. */
const MAX_BROKEN_STARTS = 20;
const BROKEN_WAIT_MS = 10_000;

/** What the operator reads of it. */
const UNWRITTEN = 'the product failed after the call';

/** The bucket may be away for hours. */
const STORE_AWAY_WAIT_MS = 30_000;

/** The call never reached the line: the job is dialled again and the dial is given back. */
export async function writeLost(deps: RecordOutcomeDeps, job: ClaimedJob, line: StoredLine): Promise<void> {
  await untilWritten(deps, async (tx) => {
    const acting = await lockActing(tx, job.accountId);
    await putBack(deps, tx, job, line, acting ? 'LOST' : HELD);
  });
}

/** No call was placed: the job waits for the next one, unless nothing more is to be sent of it. */
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

/** Writes down how a call ended, waiting for the database if it must. Throws LeaseLost, and what can never be written. */
export async function writeOutcome(
  deps: RecordOutcomeDeps,
  job: ClaimedJob,
  line: StoredLine,
  outcome: CallOutcome,
): Promise<void> {
  // Should the write fail for good, a person at least learns what is known.
  const pages = outcome.kind === 'delivered' ? outcome.pages : outcome.pagesConfirmed;
  job.confirmed = Math.max(job.confirmed, pages);
  await untilWritten(deps, async (tx) => await recordOutcome(deps, tx, job, line, outcome));
}

/**
 * A call was made, and its end cannot be found out or written down: it is left to a person, because another call might be
 * the second. Where the mail about it is what cannot be written, there is none.
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

/** Our own code failed: soon again, but not for ever, and never after the call. */
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

/** The pages cannot be read while the bucket is away: again later, for as long as it takes. */
export async function writeAway(deps: RecordOutcomeDeps, job: ClaimedJob, line: StoredLine): Promise<void> {
  if (await endDialled(deps, job, line)) return;
  await untilWritten(deps, async (tx) => {
    if (await endCancelled(deps, tx, job, line)) return;
    const afterMs = STORE_AWAY_WAIT_MS * (0.5 + Math.random());
    const again = { afterMs, counts: false };
    await waitOrFail(deps, tx, { job, line, end: { result: 'INTERNAL', pages: 0 }, again });
  });
}

/** Whether the call was marked as dialled, and so may have been handed over: then the fax is left to a person. */
async function endDialled(deps: RecordOutcomeDeps, job: ClaimedJob, line: StoredLine): Promise<boolean> {
  const found = { dialled: false };
  await untilWritten(deps, async (tx) => {
    found.dialled = await isDialled(tx, job);
  });
  if (found.dialled) await writeUncertain(deps, job, line);
  return found.dialled;
}
