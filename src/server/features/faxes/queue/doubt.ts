import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import { leavesCall } from '#engine/fax-line/port.ts';
import type { LostCallOutcome } from '#engine/fax-line/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { readDialler } from './recover.store.ts';
import type { InterruptedJob } from './recover.store.ts';

/** How patient a worker is about a call that another one may have placed, in milliseconds. */
export interface DoubtTimes {
  /** A frozen worker has so long to come back, or to be seen dead, before a person has to decide. */
  waitMs: number;
  /**
   * A worker has to be seen dead for so long: what it wrote last may still be under way to the line, and one that has
   * only lost its connection takes its lock again meanwhile.
   */
  settleMs: number;
  /** Between two questions to the line. */
  lookMs: number;
}

const DOUBT_TIMES: DoubtTimes = { waitMs: 120_000, settleMs: 10_000, lookMs: 2_000 };

/**
 * Asks the line what became of a call. That it has never heard of it is believed only when the worker that had the call
 * was proved dead before the line was asked, or has said itself that it did not place it: a frozen one may place it the
 * moment it is woken. While that is open the line is asked again; in the end the call is uncertain.
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
      // A database that is away proves nothing about anybody.
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
    // Somebody who cancels changes nothing: only the worker that had the call knows whether there is one.
    await pause(times.lookMs);
  }
}

const DETAIL = 'the line does not know the call, but the worker that had it may be alive';
