import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import { leavesCall } from '#engine/fax-line/port.ts';
import type { LostCallOutcome } from '#engine/fax-line/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { readDialler } from './recover.store.ts';
import type { InterruptedJob } from './recover.store.ts';

/** How long a worker waits to clarify a call that another one may have placed, in milliseconds. */
export interface DoubtTimes {
  /** How long a frozen worker has to come back, or to be seen dead, before a person has to decide. */
  waitMs: number;
  /**
   * How long a worker must be seen dead: its last write may still be on its way to the line, and a worker that has only
   * lost its connection takes its lock again within this time.
   */
  settleMs: number;
  /** Interval between queries of the line. */
  lookMs: number;
}

const DOUBT_TIMES: DoubtTimes = { waitMs: 120_000, settleMs: 10_000, lookMs: 2_000 };

/**
 * Asks the line what became of a call. "Never placed" is believed only if the worker that had the call was proved dead
 * before the line was asked, or has recorded itself that it did not place the call: a frozen worker may place it the
 * moment it wakes up. While this is open, the line is asked again; in the end the call is uncertain.
 */
export async function becameOf(
  {
    database,
    log,
    doubt: times = DOUBT_TIMES,
  }: { database: Pick<Database, 'db'>; log: Pick<Logger, 'error'>; doubt?: DoubtTimes | undefined },
  job: InterruptedJob,
  ask: () => Promise<LostCallOutcome>,
  signal: AbortSignal,
): Promise<LostCallOutcome> {
  const began = performance.now();
  let deadSince = Number.POSITIVE_INFINITY;
  for (;;) {
    const now = performance.now();
    const dialler = await readDialler(database.db, job).catch((error: unknown) => {
      // An unavailable database proves nothing about any worker.
      logEvent(log, 'queue.read-failed', { err: error });
      return 'may-still-dial' as const;
    });
    if (dialler === 'withdrawn') return { kind: 'never-placed' };
    deadSince = dialler === 'dead' ? Math.min(deadSince, now) : Number.POSITIVE_INFINITY;
    const outcome = await ask();
    if (outcome.kind !== 'never-placed' || now - deadSince >= times.settleMs) return outcome;
    if (signal.aborted && leavesCall(signal)) return { kind: 'left' };
    if (now - began >= times.waitMs)
      return { kind: 'uncertain', pagesConfirmed: job.confirmed, detail: DETAIL };
    // Canceling changes nothing here: only the worker that had the call knows whether there is one.
    await pause(times.lookMs);
  }
}

const DETAIL = 'the line does not know the call, but the worker that had it may be alive';
