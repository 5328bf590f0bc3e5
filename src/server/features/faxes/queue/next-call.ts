import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';

import { deliveryOf } from '#contract/faxes/delivery-window.ts';
import { mayPass } from '#engine/database/port.ts';
import type { Database } from '#engine/database/port.ts';

import { chooseWay, lockFreeChannel } from '#server/features/faxes/lines/lines.service.ts';
import type { Choice, Lines, Route } from '#server/features/faxes/lines/lines.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { CANDIDATES, findCandidates, waitForWindow } from './candidates.store.ts';
import type { Candidate } from './candidates.store.ts';
import { claimJob, deferJob, lockDestination, lockTurn, postponeJob } from './queue.store.ts';
import type { ClaimedJob } from './queue.store.ts';

/** Delay of a job that no line reaches. */
const NO_ROUTE_SECONDS = 60;

/** Delay while every line that reaches the number has a fault: those lines are checked every ten seconds. */
const FAULT_SECONDS = 10;

/** Delay while the number has all the calls that it may have: a call takes at least half a minute. */
const CROWDED_SECONDS = 5;

/** A job that cannot be claimed for a mistake of ours waits so long before the next try, so that others go on. */
const BROKEN_SECONDS = 60;

/** Jobs to call now; `contended` when somebody else was just choosing and another look right after is worth it. */
export interface NextCalls {
  calls: { job: ClaimedJob; route: Route }[];
  contended: boolean;
}

/** Checks a fax that was to be sent later and is due now: it becomes an ordinary fax (true), or fails. */
export type Admit = (job: Pick<Candidate, 'accountId' | 'jobId'>, onNet: boolean) => Promise<boolean>;

/** What choosing the next calls needs. */
interface ClaimDeps {
  database: Database;
  lines: Lines;
  log: Pick<Logger, 'error'>;
  admit?: Admit;
}

/**
 * Claims at most `room` jobs whose calls are next: one of each account, those served longest ago first, each the
 * account's oldest due job on a line with a free channel. Accounts whose line is full are passed over, so that they
 * don't hold up the others. Faxes whose delivery window is closed are put off until it opens. Those that were to be sent
 * later are judged first; without `admit` they stay. One that cannot be claimed for a mistake of ours is put off.
 */
export async function claimCalls(
  { database, lines, log, admit = async () => false }: ClaimDeps,
  owner: string,
  room: number,
): Promise<NextCalls> {
  const found: NextCalls = { calls: [], contended: false };
  let after = { turn: -1, accountId: 0 };
  for (;;) {
    const candidates = await findCandidates(database.db, after);
    if (candidates.length === 0) return found;
    const numbers = candidates.filter(({ isTest }) => !isTest).map(({ to }) => to);
    const ways = await lines.ways(database.db, numbers);
    for (const candidate of candidates) {
      const routes = candidate.isTest ? [lines.testRoute()] : ways.get(candidate.to);
      try {
        if ((await mustWait(database, candidate)) || !(await isAdmitted(candidate, routes, admit)))
          found.contended = true;
        else await tryCandidate(database, candidate, routes, owner, found);
      } catch (error) {
        if (mayPass(error)) throw error;
        logEvent(log, 'queue.job-put-off', { jobId: candidate.jobId, err: error });
        await deferJob(database.db, candidate.jobId, BROKEN_SECONDS);
      }
      if (found.calls.length >= room) return found;
    }
    if (candidates.length < CANDIDATES) return found;
    after = candidates.at(-1) ?? after;
  }
}

/** Postpones a fax whose delivery window is closed. Whatever made it due, every call begins here. */
async function mustWait(database: Database, candidate: Candidate): Promise<boolean> {
  const { to, window, home, now } = candidate;
  const { at } = deliveryOf(to, now, { window, home });
  if (at > now) await waitForWindow(database.db, candidate, at);
  return at > now;
}

async function isAdmitted(
  candidate: Candidate,
  routes: readonly Route[] | undefined,
  admit: Admit,
): Promise<boolean> {
  return !candidate.later || (await admit(candidate, routes?.[0]?.kind === 'onnet'));
}

async function tryCandidate(
  database: Database,
  candidate: Candidate,
  ways: readonly Route[] | undefined,
  owner: string,
  found: NextCalls,
): Promise<void> {
  const choice = ways && chooseWay(ways, candidate.failedLines);
  if (!choice) {
    const resting = ways?.flatMap(({ line }) => (line.fault === null && line.restUntil ? [line] : [])) ?? [];
    const isClosed = resting.every(({ closed }) => closed === true);
    const until = resting.flatMap(({ restUntil }) => restUntil ?? []);
    if (until.length > 0)
      await postponeJob(
        database.db,
        candidate.jobId,
        soonest(until),
        isClosed ? 'LINE_CLOSED' : 'LINE_FAULT',
      );
    else if (ways) await postponeJob(database.db, candidate.jobId, FAULT_SECONDS, 'LINE_FAULT');
    else await postponeJob(database.db, candidate.jobId, NO_ROUTE_SECONDS, 'NO_ROUTE');
    found.contended = true;
  } else if (choice.way.line.busy < choice.way.line.channels) {
    const job = await claim(database, candidate, choice, owner);
    if (job === 'contended') found.contended = true;
    else if (job) found.calls.push({ job, route: choice.way });
  }
}

/** Returns when the first of the lines may be used again. */
function soonest(times: Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())));
}

async function claim(
  database: Database,
  { accountId, jobId, to, isTest }: Candidate,
  { way: { kind, line }, why }: Choice,
  owner: string,
): Promise<ClaimedJob | 'contended' | null> {
  return await database.transaction(async (tx) => {
    const turn = await lockTurn(tx, accountId);
    if (turn !== 'locked') return turn === 'contended' ? 'contended' : null;
    const made = { jobId, accountId, to, owner, callRef: randomUUID() };
    if (isTest) return await claimJob(tx, { ...made, lineId: null });
    if (!(await lockFreeChannel(tx, line.id))) return null;
    if (kind === 'call' && !(await lockDestination(tx, to))) {
      await deferJob(tx, jobId, CROWDED_SECONDS);
      return 'contended';
    }
    // With a single candidate there is no choice to explain.
    return await claimJob(tx, { ...made, lineId: line.id, why: why.length > 1 ? why : null });
  });
}
