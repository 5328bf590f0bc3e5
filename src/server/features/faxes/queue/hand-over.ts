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
  /** The machine that alone will know what became of the call. */
  knownOn?: string | null;
}

/**
 * Hands a call over to its line, which nobody can take back: runs `command` only if the account may still act, the lease
 * was renewed a moment ago and the call is marked as this worker's. The database says so under the fencing token, and both clocks say, right
 * before the command, that this process did not stand still since it asked: the monotonic one for a process that was
 * frozen, the wall clock for a machine that slept. Returns false, or the mistake of ours that was in the way, when the
 * command was not run and must not be any more.
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
  // A database that does not answer is not waited for: others want to hand calls over too.
  if (mine) await withdrawn;
  return false;
}

/** How long ago this was called, in milliseconds, by the clock that has moved further. */
function startAge(): () => number {
  const [steady, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - steady, Date.now() - wall);
}

/** An error that does not pass by itself is given back: the same call would be tried again at once, for ever. */
async function mark({ database, log, knownOn }: HandOverDeps, job: ClaimedJob): Promise<boolean | Error> {
  try {
    return await database.transaction(async (tx) => {
      // An account that was stopped since the job was claimed places no call: its line gives the job back.
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

/** A mark that came too late is taken back, so that whoever has the job now need not wait. */
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
