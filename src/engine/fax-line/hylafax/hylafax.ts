import { matchesPattern } from '../pattern.ts';
import { leavesCall } from '../port.ts';
import type { CallOutcome, FaxLine, LeftCall, LostCall, LostCallOutcome, OutgoingCall } from '../port.ts';
import { hylafaxArrivals } from './arrivals.ts';
import { EndedCalls, readCallLog } from './call-log.ts';
import type { LoggedCall } from './call-log.ts';
import { checkServer } from './check.ts';
import { HylafaxError } from './connection.ts';
import { FOLLOW_TIMES, followCall } from './follow-call.ts';
import type { Followed, FollowedCall, FollowTimes } from './follow-call.ts';
import { PUT_ASIDE, outcomeOf } from './outcome.ts';
import type { HylafaxSettings } from './settings.ts';
import { pagesFrom } from '../pages-from.ts';
import { LostSubmission, Submitter } from './submit.ts';
import { Watcher, waits } from './watch.ts';

interface Parts {
  settings: HylafaxSettings;
  submitter: Submitter;
  watcher: Watcher;
  ended: EndedCalls;
  times: FollowTimes;
}

/**
 * Creates a line that sends real faxes through a HylaFAX server, over its own protocol. The server places one call for
 * each of our jobs and stores our ID of the call, which we query after a crash.
 */
export function hylafaxLine(
  pattern: string,
  settings: HylafaxSettings,
  times: FollowTimes = FOLLOW_TIMES,
): FaxLine {
  const parts = {
    settings,
    submitter: new Submitter(settings),
    watcher: new Watcher(settings),
    ended: new EndedCalls(settings),
    times,
  };
  return {
    telephone: true,
    reaches: (e164) => matchesPattern(pattern, e164),
    send: async (call, signal) => await send(parts, call, signal),
    adopt: async (call, signal) => await adopt(parts, call, signal),
    check: async () => await checkServer(settings),
    ...(settings.adminPassword && { arrivals: hylafaxArrivals(settings) }),
    ...(settings.hooks && { hooks: settings.hooks }),
  };
}

async function send(parts: Parts, call: OutgoingCall, signal: AbortSignal): Promise<LostCallOutcome> {
  const skip = call.skip ?? 0;
  const tiff = pagesFrom(await call.tiff(), skip);
  if (tiff === null) return { kind: 'final', reason: 'DOCUMENT_REFUSED', pagesConfirmed: skip };
  if (signal.aborted) return { kind: 'never-placed' };
  const { callRef, to, from, resolution, handOver } = call;
  try {
    const submission = { callRef, to, stationId: from.stationId, resolution, tiff, handOver };
    if (!(await parts.submitter.submit(submission))) return { kind: 'never-placed' };
  } catch (error) {
    if (!(error instanceof HylafaxError)) throw error;
    if (!(error instanceof LostSubmission)) return lineFault(error.message, skip);
    const known = await askUntilAnswered(parts, callRef, signal);
    if (known === 'unknown') return lineFault(error.message, skip);
    if (known === 'unreachable') return { kind: 'uncertain', pagesConfirmed: skip, detail: error.message };
    if (known === 'left') return { kind: 'left' };
  }
  const pages = call.pages - skip;
  const onPage = (confirmed: number): void => call.onPage(skip + confirmed);
  const followed = await follow(parts, { callRef, pages, onPage, known: true }, signal);
  if (followed.kind !== 'unknown') return shifted(followed, skip, call.pages);
  const logged = await askLog(parts.settings, callRef, pages);
  return logged.kind === 'unknown'
    ? { kind: 'uncertain', pagesConfirmed: skip, detail: 'the server lost the job' }
    : shifted(logged, skip, call.pages);
}

/**
 * Finds out whether the server received an interrupted submission: only the server can tell, once it is back. An answer
 * that it has no such call counts only after a while, because it may carry out the command after it has answered the
 * query.
 */
async function askUntilAnswered(
  { watcher, times }: Parts,
  callRef: string,
  signal: AbortSignal,
): Promise<'known' | 'unknown' | 'unreachable' | 'left'> {
  const started = performance.now();
  for (;;) {
    const waitedMs = performance.now() - started;
    const { kind } = await watcher.find(callRef);
    if (kind === 'under-way' || kind === 'ended') return 'known';
    if (kind === 'unknown' && waitedMs >= times.settleMs) return 'unknown';
    if (kind === 'unreachable' && (waitedMs > times.awayMs || (signal.aborted && !leavesCall(signal))))
      return 'unreachable';
    if (signal.aborted && leavesCall(signal)) return 'left';
    // Cancellation changes nothing here: only the server can tell whether there is a call.
    await waits(times.lookMs, signal.aborted ? new AbortController().signal : signal);
  }
}

async function adopt(parts: Parts, lost: LostCall, signal: AbortSignal): Promise<LostCallOutcome> {
  const skip = lost.skip ?? 0;
  const call = { callRef: lost.callRef, pages: lost.pages - skip, onPage: () => undefined, known: false };
  const followed = await follow(parts, call, signal);
  if (followed.kind !== 'unknown') return shifted(followed, skip, lost.pages);
  const logged = await askLog(parts.settings, lost.callRef, call.pages);
  if (logged.kind !== 'unknown') return shifted(logged, skip, lost.pages);
  return logged.sure && lost.pagesConfirmed <= skip
    ? { kind: 'never-placed' }
    : { kind: 'uncertain', pagesConfirmed: lost.pagesConfirmed, detail: 'the server does not know the call' };
}

async function follow(
  parts: Parts,
  { known, ...call }: FollowedCall & { known: boolean },
  signal: AbortSignal,
): Promise<Followed> {
  const { watcher, times } = parts;
  const followed = await followCall(watcher, call, signal, { times, leaves: leavesCall, known });
  if (followed.kind === 'left' || followed.kind === 'unknown') return followed;
  const putAside = 'detail' in followed && followed.detail === PUT_ASIDE;
  const logged = await findInLog(parts, call.callRef, putAside ? times.settleMs : 0);
  if (!logged) return followed;
  return putAside ? outcomeOfLogged(logged, call.pages) : { ...followed, link: logged.link };
}

/** Looks for the call in the server's log until `forMs` have passed: a reading may fail, or come too early. */
async function findInLog(
  { ended, settings, times }: Parts,
  callRef: string,
  forMs: number,
): Promise<LoggedCall | undefined> {
  const started = performance.now();
  for (;;) {
    const logged = await ended.find(callRef);
    if (logged || !settings.adminPassword || performance.now() - started >= forMs) return logged;
    await waits(times.lookMs, new AbortController().signal);
  }
}

/** Looks for a job that the server has already deleted in its call log, if we may read it. */
async function askLog(
  settings: HylafaxSettings,
  callRef: string,
  pages: number,
): Promise<CallOutcome | { kind: 'unknown'; sure: boolean }> {
  const log = await readCallLog(settings);
  const logged = log?.findLast((call) => call.direction === 'SEND' && call.callRef === callRef);
  if (!logged) return { kind: 'unknown', sure: log !== null };
  return outcomeOfLogged(logged, pages);
}

function outcomeOfLogged({ text, link, pages: confirmed }: LoggedCall, pages: number): CallOutcome {
  const ended = { delivered: text === '', confirmed: Math.min(confirmed, pages), pages, calls: 1, text };
  return { ...outcomeOf({ ...ended, killed: false }), link };
}

/** Converts page counts within this call to page counts of the document. */
function shifted(outcome: CallOutcome | LeftCall, skip: number, pages: number): CallOutcome | LeftCall {
  if (outcome.kind === 'left') return outcome;
  if (outcome.kind === 'delivered') return { ...outcome, pages };
  const pagesConfirmed = outcome.pagesConfirmed + skip;
  return outcome.kind === 'retry'
    ? { ...outcome, pagesConfirmed, resume: true }
    : { ...outcome, pagesConfirmed };
}

function lineFault(detail: string, pagesConfirmed: number): CallOutcome {
  return { kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed, detail };
}
