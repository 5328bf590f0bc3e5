import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import type { RetryReason } from '#engine/fax-line/port.ts';

/** Minutes before attempts 2 to 5 (spec operation 6). */
const USUAL_WAITS = [2, 5, 10, 20];

/**
 * Shorter schedules for real telephone lines: a person who picks up must not be called five times, and a call that was
 * cut off is best repeated soon.
 */
const CALL_WAITS: Readonly<Record<Exclude<RetryReason, 'LINE_FAULT'>, readonly number[]>> = {
  BUSY: USUAL_WAITS,
  NO_ANSWER: [5, 15],
  NO_FAX_MACHINE: [5],
  DROPPED: [1, 3, 10, 20],
  // The meaning is unknown: one more attempt, then a person looks.
  OTHER: [5],
};

/** Random share of a wait, so that jobs that failed together do not ring together again. */
const JITTER = 0.2;

/**
 * Delays while our own line is unavailable; such a call does not count. The next line is tried at once. If there is
 * none, or it fails as well, the delays grow, so that a carrier that refuses is not called forever at full speed.
 */
const FIRST_FAULT_WAIT_MS = 1_000;
const FAULT_WAIT_MS = 10_000;
const LONGEST_FAULT_WAIT_MS = 60_000;

const MINUTE_MS = 60_000;

/** The call that failed, and how retries are configured. */
export interface FailedCall {
  reason: RetryReason;
  /** Whether the line rings real telephones. */
  telephone: boolean;
  /** Calls made so far, this one included. */
  dials: number;
  /** Earlier calls of this job that did not count. */
  faults: number;
  /** F2E_RETRY_MINUTES; undefined when it is not set. */
  configured: readonly number[] | undefined;
  /** Returns 0 to 1; Math.random except in tests. */
  random?: () => number;
}

/** When to call again, and whether the failed call counts; or that it was the last one. */
export type RetryPlan = { kind: 'again'; afterMs: number; counts: boolean } | { kind: 'give-up' };

/** Plans the next call of a job (spec operation 6). */
export function planRetry(call: FailedCall): RetryPlan {
  if (call.reason === 'LINE_FAULT') return { kind: 'again', afterMs: faultWait(call.faults), counts: false };
  if (call.dials >= MAX_DIALS) return { kind: 'give-up' };
  const waits = call.configured ?? (call.telephone ? CALL_WAITS[call.reason] : USUAL_WAITS);
  const minutes = waits[call.dials - 1] ?? (call.configured ? waits.at(-1) : undefined);
  if (minutes === undefined) return { kind: 'give-up' };
  const random = call.random ?? Math.random;
  const factor = call.configured ? 1 : 1 - JITTER + 2 * JITTER * random();
  return { kind: 'again', afterMs: Math.round(minutes * MINUTE_MS * factor), counts: true };
}

function faultWait(faults: number): number {
  if (faults === 0) return FIRST_FAULT_WAIT_MS;
  return Math.min(FAULT_WAIT_MS * 2 ** (faults - 1), LONGEST_FAULT_WAIT_MS);
}
