import { setTimeout as pause } from 'node:timers/promises';

import type { LineKind } from './kind-port.ts';
import { matchesPattern } from './pattern.ts';
import type { CallOutcome, FaxLine, LostCall, OutgoingCall, UnplacedCall } from './port.ts';

/** Durations of a simulated call: long enough to be seen in the outbox, short enough for development. */
export interface SimulatorTimes {
  ringMs: number;
  pageMs: number;
}

const DEFAULT_TIMES: SimulatorTimes = { ringMs: 150, pageMs: 100 };

/** How often 0194 is busy before it answers. */
const BUSY_CALLS = 2;

type Ending =
  | 'busy'
  | 'busy-twice'
  | 'no-answer'
  | 'not-a-fax'
  | 'drops-after-first-page'
  | 'invalid'
  | 'answers';

/** The last four digits of a number choose how its call ends (spec operation 6). */
const ENDINGS: Readonly<Record<string, Ending>> = {
  '0199': 'busy',
  '0198': 'no-answer',
  '0197': 'not-a-fax',
  '0196': 'drops-after-first-page',
  '0195': 'invalid',
  '0194': 'busy-twice',
};

/**
 * Creates a line for development and tests: it “answers” every number of its pattern. It keeps no state, so a call in
 * progress when its process dies is uncertain, as with a modem that was cut off.
 */
export function simulatorLine(pattern: string, times: SimulatorTimes = DEFAULT_TIMES): FaxLine {
  return {
    telephone: false,
    reaches: (e164) => matchesPattern(pattern, e164),
    send: async (call, signal) => await simulate(call, times, signal),
    adopt: async (call: LostCall) => ({ kind: 'uncertain', pagesConfirmed: call.pagesConfirmed }),
    check: async () => ({ ok: true }),
  };
}

/** The simulator as a kind of line; it needs no configuration. */
export const simulatorKind: LineKind = {
  kind: 'simulator',
  label: 'Simulator',
  fields: [],
  open: ({ pattern }) => ({ kind: 'ok', line: simulatorLine(pattern) }),
};

async function simulate(
  call: OutgoingCall,
  times: SimulatorTimes,
  signal: AbortSignal,
): Promise<CallOutcome | UnplacedCall> {
  if (!(await call.handOver(() => undefined))) return { kind: 'never-placed' };
  const ending = ENDINGS[call.to.slice(-4)] ?? 'answers';
  if (!(await passes(times.ringMs, signal))) return hungUp(0);
  const refused = beforeAnswer(ending, call.attempt);
  if (refused) return refused;
  for (let page = 1; page <= call.pages; page += 1) {
    if (!(await passes(times.pageMs, signal))) return hungUp(page - 1);
    call.onPage(page);
    if (ending === 'drops-after-first-page') {
      return { kind: 'retry', reason: 'DROPPED', pagesConfirmed: 1 };
    }
  }
  return { kind: 'delivered', pages: call.pages, remoteId: call.callRef };
}

function beforeAnswer(ending: Ending, attempt: number): CallOutcome | null {
  if (ending === 'busy' || (ending === 'busy-twice' && attempt <= BUSY_CALLS)) return retry('BUSY');
  if (ending === 'no-answer') return retry('NO_ANSWER');
  if (ending === 'not-a-fax') return retry('NO_FAX_MACHINE');
  if (ending === 'invalid') return { kind: 'final', reason: 'NUMBER_INVALID', pagesConfirmed: 0 };
  return null;
}

function retry(reason: 'BUSY' | 'NO_ANSWER' | 'NO_FAX_MACHINE'): CallOutcome {
  return { kind: 'retry', reason, pagesConfirmed: 0 };
}

/**
 * Returns the outcome of a call that we hung up before the last page: the far end certainly has no complete copy, and
 * this call does not count as an attempt.
 */
function hungUp(pagesConfirmed: number): CallOutcome {
  return { kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed, detail: 'hung up by this side' };
}

/** Waits; returns false if the wait was aborted. */
async function passes(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(ms, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
