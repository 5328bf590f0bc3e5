import { randomUUID } from 'node:crypto';

import type { Database } from '#engine/database/port.ts';

import { lockFreeChannel } from '../lines/lines.service.ts';
import type { Lines, Route } from '../lines/lines.service.ts';
import { CANDIDATES, claimJob, findCandidates, lockTurn, postponeJob } from './queue.store.ts';
import type { Candidate, ClaimedJob } from './queue.store.ts';

/** A job that no line reaches since its account was told otherwise waits this long before the next look. */
const NO_ROUTE_SECONDS = 60;

/** A job to call now; `contended` when somebody else was just choosing and a look right after is worth it. */
export type NextCall =
  | { kind: 'claimed'; job: ClaimedJob; route: Route }
  | { kind: 'none' }
  | { kind: 'contended' };

/**
 * Claims the job whose call is next: the account that was served longest ago, its oldest due job, on a line with a
 * free channel. Accounts whose line is full are passed over, so that they don't hold up the others.
 */
export async function claimNextCall(database: Database, lines: Lines, owner: string): Promise<NextCall> {
  let after = { turn: -1, accountId: 0 };
  let contended = false;
  for (;;) {
    const candidates = await findCandidates(database.db, after);
    const routes = await lines.routes(
      database.db,
      candidates.map((candidate) => candidate.to),
    );
    for (const candidate of candidates) {
      const route = routes.get(candidate.to);
      if (!route) {
        await postponeJob(database.db, candidate.jobId, NO_ROUTE_SECONDS);
        contended = true;
      } else if (route.line.busy < route.line.channels) {
        const job = await claim(database, candidate, route, owner);
        if (job === 'contended') contended = true;
        else if (job) return { kind: 'claimed', job, route };
      }
    }
    const last = candidates.at(-1);
    if (!last || candidates.length < CANDIDATES) return { kind: contended ? 'contended' : 'none' };
    after = last;
  }
}

async function claim(
  database: Database,
  { accountId, jobId }: Candidate,
  { line }: Route,
  owner: string,
): Promise<ClaimedJob | 'contended' | null> {
  return await database.transaction(async (tx) => {
    const turn = await lockTurn(tx, accountId);
    if (turn !== 'locked') return turn === 'contended' ? 'contended' : null;
    if (!(await lockFreeChannel(tx, line.id))) return null;
    return await claimJob(tx, { jobId, accountId, owner, lineId: line.id, callRef: randomUUID() });
  });
}
