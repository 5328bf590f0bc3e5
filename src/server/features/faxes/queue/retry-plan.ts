import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import type { RetryReason } from '#engine/fax-line/port.ts';

import { MANY_FAULTS } from '#server/features/faxes/lines/lines.service.ts';

/** Waits in minutes before attempts 2 to 5 (spec operation 6). */
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

const MINUTE_MS = 60_000;

/**
 * Our own line failed: the call does not count. The next line is tried at once; where there is none, or it fails as
 * well, the waits grow (spec operation 6): from this many faults in a row on, so long. The steps last about an hour, a
 * day, and three.
 */
const FAULT_WAITS: readonly (readonly [faults: number, ms: number])[] = [
  [152, 60 * MINUTE_MS],
  [60, 15 * MINUTE_MS],
  [4, MINUTE_MS],
  [3, 40_000],
  [2, 20_000],
  [1, 10_000],
];
const FIRST_FAULT_WAIT_MS = 1_000;

/**
 * A fax that no line takes for three days fails: a carrier that refuses this one, with words that we don't know, would
 * be asked for ever. With fewer faults than the waits above make in that time, the line was away for most of it.
 */
const MOST_FAULTS = 200;
const FAULT_HOURS = 72;

/** The call that failed, and how retries are configured. */
export interface FailedCall {
  reason: RetryReason;
  /** Whether the line rings real telephones. */
  telephone: boolean;
  /** Calls made so far, this one included. */
  dials: number;
  /** Calls before this one that failed in a row because of their line. */
  faults: number;
  /** The line rests, as its carrier wants: nobody calls meanwhile. */
  rests: boolean;
  /** Hours since the first call. */
  hours: number;
  /** F2E_RETRY_MINUTES; undefined when it is not set. */
  configured: readonly number[] | undefined;
  /** Returns 0 to 1; Math.random except in tests. */
  random?: () => number;
}

/** When to call again, and whether the failed call counts; or that it was the last one. */
export type RetryPlan = { kind: 'again'; afterMs: number; counts: boolean } | { kind: 'give-up' };

/** Plans the next call of a job (spec operation 6). */
export function planRetry(call: FailedCall): RetryPlan {
  if (call.reason === 'LINE_FAULT') return planAfterFault(call);
  if (call.dials >= MAX_DIALS) return { kind: 'give-up' };
  const waits = call.configured ?? (call.telephone ? CALL_WAITS[call.reason] : USUAL_WAITS);
  const minutes = waits[call.dials - 1] ?? (call.configured ? waits.at(-1) : undefined);
  if (minutes === undefined) return { kind: 'give-up' };
  const random = call.random ?? Math.random;
  const factor = call.configured ? 1 : 1 - JITTER + 2 * JITTER * random();
  return { kind: 'again', afterMs: Math.round(minutes * MINUTE_MS * factor), counts: true };
}

function planAfterFault({ faults, rests, hours }: FailedCall): RetryPlan {
  if (faults + 1 >= MOST_FAULTS && hours >= FAULT_HOURS) return { kind: 'give-up' };
  // Due again when the rest is over, so that faxes keep their order; until it may be the fax that is refused.
  if (rests && faults < MANY_FAULTS) return { kind: 'again', afterMs: 0, counts: false };
  const afterMs = FAULT_WAITS.find(([from]) => faults >= from)?.[1] ?? FIRST_FAULT_WAIT_MS;
  return { kind: 'again', afterMs, counts: false };
}
