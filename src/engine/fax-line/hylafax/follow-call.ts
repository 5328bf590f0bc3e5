import type { CallOutcome, LeftCall } from '../port.ts';
import { serverAwayAs } from './connection.ts';
import type { ListedJob } from './jobs.ts';
import { outcomeOf } from './outcome.ts';
import { waits } from './watch.ts';
import type { Watcher } from './watch.ts';

/** Time limits and intervals in milliseconds; tests shorten them. */
export interface FollowTimes {
  lookMs: number;
  /** A server that is unavailable this long leaves a call uncertain; a restarted one can still report the outcome. */
  awayMs: number;
  /** A job that has not begun within this time is withdrawn: another line, or a later attempt, is better. */
  beginMs: number;
  /**
   * The same limit if a modem is idle and waking the server's scheduler did not help, and for a job that the server has
   * put aside: it could not set up its modem and retries only after some minutes.
   */
  forgottenMs: number;
  /** How often the scheduler is woken for a job that waits although a modem is idle. */
  wakeMs: number;
  /** A call without progress for this long is stuck in the server or its modem, and is withdrawn. */
  stillMs: number;
  /** How long a withdrawn call may take to end; after that, its outcome is unknown. */
  endMs: number;
  /** How long a server that was too slow, or whose connection broke, may still carry out its last command. */
  settleMs: number;
}

export const FOLLOW_TIMES: FollowTimes = {
  lookMs: 500,
  awayMs: 30 * 60_000,
  beginMs: 10 * 60_000,
  forgottenMs: 30_000,
  wakeMs: 2_000,
  // The fullest page of a document (200 kB) takes eleven minutes at the slowest speed (V.27 ter, 2400 bit/s).
  stillMs: 20 * 60_000,
  endMs: 2 * 60_000,
  settleMs: 10_000,
};

/** The call to follow; pages are counted within this call. */
export interface FollowedCall {
  callRef: string;
  pages: number;
  onPage(confirmed: number): void;
}

/** The outcome of the call; `unknown` if the server does not have it. */
export type Followed = CallOutcome | LeftCall | { kind: 'unknown' };

/** Polls until the call has ended. If the signal aborts, the call is hung up, or left if `leaves` says so. */
export async function followCall(
  watcher: Watcher,
  call: FollowedCall,
  signal: AbortSignal,
  options: {
    times: FollowTimes;
    leaves: (signal: AbortSignal) => boolean;
    /** Whether the server has accepted the job: it then counts as lost only if it stays missing from the lists. */
    known: boolean;
  },
): Promise<Followed> {
  const { times } = options;
  const started = performance.now();
  let confirmed = 0;
  let seen = performance.now();
  let killedAt = 0;
  const awaken = wakesForgotten(watcher, times.wakeMs);
  const stands = standsStill(times.stillMs);
  let { known } = options;
  const isMissing = lasts(times.settleMs);
  for (;;) {
    const sighting = await watcher.find(call.callRef);
    const missing = isMissing(sighting.kind === 'unknown');
    if (sighting.kind === 'unknown' && (missing || !known)) return { kind: 'unknown' };
    if (sighting.kind === 'ended') return end(call, sighting.job, killedAt > 0, confirmed);
    if (sighting.kind === 'under-way') {
      known = true;
      seen = performance.now();
      const { job } = sighting;
      // Between two polls of a busy server, several pages may have been confirmed.
      while (job.confirmed > confirmed) call.onPage((confirmed += 1));
      const late = stands(job) || (await isLate(watcher, job, seen - started, times));
      // The call has ended, but the server would redial by itself because its own settings override ours (S, P), or has
      // put the job aside because it was resubmitted at the moment when the call began (T).
      const redials = 'PST'.includes(job.state) && job.calls > 0;
      if (killedAt === 0 && (signal.aborted || late || redials)) {
        if (signal.aborted && options.leaves(signal)) return { kind: 'left' };
        const told = await watcher.kill(job.id).then(() => true, serverAwayAs(false));
        killedAt = told ? performance.now() : 0;
        if (redials) return end(call, job, false, confirmed);
      }
      if (killedAt === 0) await awaken(job);
      else if (performance.now() - killedAt > times.endMs)
        return uncertain(confirmed, 'the server does not end the call');
    } else if (signal.aborted && options.leaves(signal)) {
      return { kind: 'left' };
    } else if (sighting.kind === 'unreachable' && performance.now() - seen > times.awayMs) {
      return uncertain(confirmed, sighting.reason);
    }
    await waits(times.lookMs, killedAt > 0 ? new AbortController().signal : signal);
    // Aborted, but the server has not received the command yet: the next poll must not follow immediately.
    if (signal.aborted && killedAt === 0) await waits(times.lookMs, new AbortController().signal);
  }
}

function uncertain(pagesConfirmed: number, detail: string): CallOutcome {
  return { kind: 'uncertain', pagesConfirmed, detail };
}

/**
 * Returns a function that tells whether a condition has lasted for `forMs`. A job that is missing once proves nothing:
 * hfaxd omits a job whose file faxq is writing, or has locked for longer than hfaxd waits.
 */
function lasts(forMs: number): (so: boolean) => boolean {
  let since: number | undefined;
  return (so) => {
    since = so ? (since ?? performance.now()) : undefined;
    return since !== undefined && performance.now() - since >= forMs;
  };
}

/** Returns a function that tells whether a job has not changed for `stillMs`. */
function standsStill(stillMs: number): (job: ListedJob) => boolean {
  let last = '';
  let since = performance.now();
  return ({ state, calls, confirmed }) => {
    const now = [state, calls, confirmed].join();
    if (now !== last) since = performance.now();
    last = now;
    return performance.now() - since > stillMs;
  };
}

async function isLate(
  watcher: Watcher,
  job: ListedJob,
  waitedMs: number,
  times: FollowTimes,
): Promise<boolean> {
  if (job.calls > 0 || !'TWBS'.includes(job.state)) return false;
  if (waitedMs > times.beginMs) return true;
  if (job.state === 'S') return waitedMs > times.forgottenMs;
  if (!waitsToBegin(job) || waitedMs < times.forgottenMs) return false;
  return await watcher.hasIdleModem().catch(serverAwayAs(false));
}

function waitsToBegin({ calls, state }: ListedJob): boolean {
  return calls === 0 && 'TW'.includes(state);
}

/**
 * Returns a function that resubmits forgotten jobs. faxq forgets a job that arrives within a second of its last
 * scheduling round, until something else happens: an idle modem beside a waiting job is the sign of that.
 */
function wakesForgotten(watcher: Watcher, wakeMs: number): (job: ListedJob) => Promise<void> {
  let next = performance.now() + wakeMs;
  return async (job) => {
    if (!waitsToBegin(job) || performance.now() < next) return;
    next = performance.now() + wakeMs;
    if (await watcher.hasIdleModem().catch(serverAwayAs(false)))
      await watcher.handInAgain(job).catch(serverAwayAs(undefined));
  };
}

function end(call: FollowedCall, job: ListedJob, killed: boolean, before: number): CallOutcome {
  const delivered = job.state === 'D';
  const confirmed = delivered ? call.pages : Math.max(before, Math.min(job.confirmed, call.pages));
  for (let page = before + 1; page <= confirmed; page += 1) call.onPage(page);
  const text = job.text.split(';', 1)[0]?.trim() ?? '';
  return outcomeOf({ delivered, confirmed, pages: call.pages, calls: job.calls, text, killed });
}
