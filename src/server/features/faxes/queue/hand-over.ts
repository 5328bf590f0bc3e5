import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import { mayPass } from '#engine/database/port.ts';
import type { Database } from '#engine/database/port.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { lockActing } from './acting.store.ts';
import { markDialled, markWithdrawn } from './finish.store.ts';
import { HAND_OVER_MS, LeaseLost } from './lease.ts';
import type { ClaimedJob } from './queue.store.ts';

interface HandOverDeps {
  database: Pick<Database, 'db' | 'transaction'>;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'warn'>;
  /** The machine that alone will have the outcome of the call. */
  knownOn?: string | null;
}

/**
 * Hands a call over to its line, which cannot be undone: runs `command` only if the account may still act, the lease
 * was renewed a moment ago and the call is marked as this worker's. The database confirms this under the fencing token.
 * Both clocks confirm, right before the command, that this process was not suspended since the query: the monotonic
 * clock for a process that was frozen, the wall clock for a machine that slept. Returns false, or an error of ours, if
 * the command was not run and must not be run anymore.
 */
export async function handOver(
  deps: HandOverDeps,
  job: ClaimedJob,
  signal: AbortSignal,
  command: () => void,
): Promise<boolean | Error> {
  if (signal.aborted) return false;
  const age = startAge();
  const marked = mark(deps, job);
  const mine = await Promise.race([marked, pause(HAND_OVER_MS, false, { ref: false })]);
  deps.faultPoint('before_hand_over');
  if (mine instanceof Error) return mine;
  if (mine && !signal.aborted && age() < HAND_OVER_MS) {
    command();
    return true;
  }
  const withdrawn = withdraw(deps, job, marked);
  // Does not wait for a database that does not answer: other calls need to be handed over, too.
  if (mine) await withdrawn;
  return false;
}

/** Returns a function that returns the milliseconds since this call, by whichever clock has advanced further. */
function startAge(): () => number {
  const [steady, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - steady, Date.now() - wall);
}

/** Returns an error that does not pass by itself: otherwise the same call would be retried at once, forever. */
async function mark({ database, log, knownOn }: HandOverDeps, job: ClaimedJob): Promise<boolean | Error> {
  try {
    return await database.transaction(async (tx) => {
      // An account that was stopped since the job was claimed places no call: its line returns the job.
      if (!(await lockActing(tx, job.accountId))) return false;
      await markDialled(tx, job, knownOn);
      return true;
    });
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    logEvent(log, 'call.not-placed', { jobId: job.jobId, reason: String(error) });
    return error instanceof Error && !mayPass(error) ? error : false;
  }
}

/** Withdraws a mark that came too late, so that the worker that has the job now need not wait. */
async function withdraw(
  { database, log }: HandOverDeps,
  job: ClaimedJob,
  marked: Promise<boolean | Error>,
): Promise<void> {
  try {
    if ((await marked) === true) await markWithdrawn(database.db, job);
  } catch (error) {
    logEvent(log, 'call.unmark-failed', { jobId: job.jobId, reason: String(error) });
  }
}
