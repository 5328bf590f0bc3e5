import { setTimeout as pause } from 'node:timers/promises';

import { leavesCall } from '../port.ts';
import type { CallOutcome, CallReports, LeftCall } from '../port.ts';
import type { CarrierApi } from './carrier-api.ts';

/** Time limits and intervals for following a fax, in milliseconds. */
export interface FaxTimes {
  /** Interval between our own queries: webhooks are faster, unless they are lost. */
  pollMs: number;
  /** How long to wait for the reason of a failed fax; it comes with the webhook, which may be on its way. */
  reasonMs: number;
  /** A carrier that is unavailable for longer leaves the call uncertain. */
  awayMs: number;
  /** The longest call: 350 pages of one minute each, plus time in the carrier's queue. */
  callMs: number;
  /** Interval between queries while searching for a lost order or waiting for a canceled call to end. */
  lookMs: number;
  /** How long a canceled call may take to end. */
  cancelMs: number;
}

export const FAX_TIMES: FaxTimes = {
  pollMs: 15_000,
  reasonMs: 15_000,
  // Longer than an outage of one hour: the call continues meanwhile, and its webhook arrives when the carrier is back.
  awayMs: 90 * 60_000,
  callMs: 8 * 3_600_000,
  lookMs: 2_000,
  cancelMs: 60_000,
};

/** The line over which a fax is followed. */
export interface FollowingLine {
  api: CarrierApi;
  times: FaxTimes;
  /** Called with the reason each time a fax cannot be queried: working webhooks can hide for long that queries fail. */
  lookFailed?: ((reason: string) => void) | undefined;
}

/** The fax to follow. */
export interface FollowedFax {
  id: string;
  callRef: string;
  pages: number;
  reports?: CallReports | undefined;
}

/** The result of a query: the fax has ended, the carrier is unavailable, or the fax continues. */
type Look =
  | { kind: 'end'; outcome: CallOutcome }
  | { kind: 'away'; detail: string }
  | { kind: 'reasonless' }
  | { kind: 'on' };

const forever = new AbortController().signal;

/** Whether this status is final. */
function isEnd(status: string): status is 'delivered' | 'failed' {
  return status === 'delivered' || status === 'failed';
}

/** Waits for the end of a fax: webhooks report it, and polling finds it in case they are lost. */
export async function followFax(
  line: FollowingLine,
  fax: FollowedFax,
  signal: AbortSignal,
): Promise<CallOutcome | LeftCall> {
  const { api, times } = line;
  const since: Since = {};
  const started = performance.now();
  let lookAt = 0;
  for (;;) {
    const told = await toldEnd(api, fax);
    if (told) return told;
    if (signal.aborted && leavesCall(signal)) return { kind: 'left' };
    const tooLong = performance.now() - started > times.callMs;
    if (tooLong && !api.cancel) return neverEnds();
    if ((signal.aborted || tooLong) && since.cancelled === undefined) {
      since.cancelled = performance.now();
      await api.cancel?.(fax.id);
      lookAt = 0;
    }
    if (performance.now() >= lookAt) {
      const look = await lookAtFax(api, fax);
      if (look.kind === 'end') return look.outcome;
      if (look.kind === 'away') line.lookFailed?.(look.detail);
      note(since, look);
      lookAt = performance.now() + (since.cancelled || since.failed ? times.lookMs : times.pollMs);
    }
    const over = patienceOver(api, since, times);
    if (over) return over(fax);
    await rest(fax, Math.max(1, lookAt - performance.now()), since.cancelled ? forever : signal);
  }
}

async function toldEnd(api: CarrierApi, fax: FollowedFax): Promise<CallOutcome | null> {
  const reports = (await fax.reports?.read()) ?? [];
  // Reports are in chronological order; anything after the first end is a mistake or a repetition.
  const end = reports.find(({ status }) => isEnd(status));
  if (!end) return null;
  return end.status === 'delivered' ? delivered(fax) : api.failed(end.reason, end.pages, fax.pages);
}

async function lookAtFax(api: CarrierApi, fax: FollowedFax): Promise<Look> {
  const seen = await api.view(fax.id);
  if (seen.kind === 'refused' && seen.status === 404) {
    const detail = 'the carrier does not know the fax any more';
    return { kind: 'end', outcome: { kind: 'uncertain', pagesConfirmed: 0, detail } };
  }
  if (seen.kind !== 'ok') return { kind: 'away', detail: seen.detail };
  const { status, reason, pages } = seen.value;
  if (status === 'delivered') return { kind: 'end', outcome: delivered(fax) };
  if (status !== 'failed') return { kind: 'on' };
  if (reason === '') return { kind: 'reasonless' };
  return { kind: 'end', outcome: api.failed(reason, pages, fax.pages) };
}

function delivered(fax: FollowedFax): CallOutcome {
  return { kind: 'delivered', pages: fax.pages, remoteId: fax.id };
}

/** Start times of the conditions that have a time limit; `why` is the reason for `away`. */
interface Since {
  away?: number | undefined;
  why?: string;
  failed?: number | undefined;
  cancelled?: number | undefined;
}

function note(since: Since, look: Look): void {
  const now = performance.now();
  since.away = look.kind === 'away' ? (since.away ?? now) : undefined;
  if (look.kind === 'away') since.why = look.detail;
  since.failed = look.kind === 'reasonless' ? (since.failed ?? now) : undefined;
}

const longer = (from: number | undefined, ms: number): boolean =>
  from !== undefined && performance.now() - from > ms;

/** Returns the outcome once a time limit has passed; null until then. */
function patienceOver(
  api: CarrierApi,
  since: Since,
  times: FaxTimes,
): ((fax: FollowedFax) => CallOutcome) | null {
  if (longer(since.failed, times.reasonMs)) return ({ pages }) => api.failed('', null, pages);
  if (api.cancel && longer(since.cancelled, times.cancelMs)) return neverEnds;
  const detail = `the carrier is away: ${since.why ?? ''}`;
  if (longer(since.away, times.awayMs)) return () => ({ kind: 'uncertain', pagesConfirmed: 0, detail });
  return null;
}

function neverEnds(): CallOutcome {
  return { kind: 'uncertain', pagesConfirmed: 0, detail: 'the carrier does not end the call' };
}

async function rest(fax: FollowedFax, ms: number, signal: AbortSignal): Promise<void> {
  if (fax.reports) await fax.reports.wait(ms, signal);
  else await pause(ms, undefined, { signal }).catch(() => undefined); // Aborted: the next round cancels the call.
}
