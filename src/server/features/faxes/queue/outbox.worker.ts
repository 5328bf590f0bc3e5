import { setTimeout as pause } from 'node:timers/promises';

import { LEAVE_CALL } from '#engine/fax-line/port.ts';
import { FileStoreAway } from '#engine/file-store/port.ts';

import type { Lines, Route } from '#server/features/faxes/lines/lines.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { followClock } from './clock-watch.store.ts';
import { convertDocument } from './convert-document.ts';
import type { ConvertDeps } from './convert-document.ts';
import { claimDocument, renewDocuments } from './convert.store.ts';
import { holdWork, leased } from './leased-work.ts';
import type { LeasedWork } from './leased-work.ts';
import { HEARTBEAT_MS, LeaseLost } from './lease.ts';
import { claimCalls } from './next-call.ts';
import { nextInterrupted } from './crash-recovery.ts';
import { SENDING_CHANNEL } from './outbox.store.ts';
import { deliverOnNet, placeCall } from './place-call.ts';
import type { CallDeps } from './place-call.ts';
import { announceWorker } from './presence.store.ts';
import { createAdmit } from './send-later.ts';
import { nextDue, renewJobs, tidyTurns } from './queue.store.ts';
import type { ClaimedJob } from './queue.store.ts';
import { startWorkerPool } from './worker-pool.ts';
import type { Next, Slots } from './worker-pool.ts';
import { watchCancelled } from './cancelled-calls.ts';
import { writeAway, writeBroken } from './write-outcome.ts';

/** Dependencies of the sending worker. */
export interface WorkerDeps extends CallDeps {
  documentEnded?: ConvertDeps['documentEnded'];
  texts: ConvertDeps['texts'];
  drawCover: ConvertDeps['drawCover'];
  dayLimits: ConvertDeps['dayLimits'];
  lines: Lines;
  /** Concurrent conversions: F2E_CONVERT_WORKERS. */
  convertSlots: number;
  /** Concurrent calls in this process; each costs little while it waits for the far end. */
  callSlots?: number;
  /** How long calls in progress may continue after the stop before they are left to their line, or hung up. */
  stopGraceMs?: number;
}

const CALL_SLOTS = 16;
/** Concurrent calls of dead workers that are followed to their end. */
const ADOPTIONS = 16;
const STOP_GRACE_MS = 8_000;
/** How often to look for work, because a notification may be missed while the database is unavailable. */
const LOOK_AROUND_MS = 2_000;
/**
 * Delay if other workers were choosing at the same time: a worker that got something looks again at once, so the others
 * need not hurry.
 */
const CONTENDED_MS = 300;
/** Delay if a job is due but its account or line has no free call, or it became due just now. */
const CAPPED_MS = 250;
const TIDY_MS = 60_000;

/** The worker of the sending queue in one process. */
export interface OutboxWorker {
  /** Claims no more work, lets calls end for a while, then hangs up and returns what is left. */
  readonly stop: () => Promise<void>;
}

/** How long after its end was written a job may still be among those that this worker holds. */
const ENDING_MS = 500;

/** Starts converting and sending what is in the queue, now and whenever something is added. */
export async function startOutboxWorker(deps: WorkerDeps): Promise<OutboxWorker> {
  const { database, log } = deps;
  const presence = await announceWorker(database.connection, log);
  const { owner } = presence;
  const hangUp = new AbortController();
  const held = holdWork(log);
  const slots = startPools(deps, owner, held, hangUp.signal);
  const unlisten = await database.listen(SENDING_CHANNEL, () => {
    for (const slot of slots) slot.wake();
  });
  const cancelled = await watchCancelled(database, owner, held, log);
  const rounds = [
    repeat(HEARTBEAT_MS, log, async () => {
      await renewHeldJobs(deps, owner, held);
      await renewDocuments(database.db, owner, [...held.documents.keys()]);
      await cancelled.look();
      const back = await database.transaction(followClock);
      if (back > 0) logEvent(log, 'queue.clock-set-back', { seconds: back });
    }),
    repeat(TIDY_MS, log, async () => await database.transaction(tidyTurns)),
  ];
  return {
    stop: async () => {
      const patience = new AbortController();
      const hanging = pause(deps.stopGraceMs ?? STOP_GRACE_MS, undefined, { signal: patience.signal }).then(
        () => hangUp.abort(LEAVE_CALL),
        () => undefined, // Everything ended before that; there is no call to hang up.
      );
      await Promise.all(slots.map(async (slot) => await slot.stop()));
      patience.abort();
      await hanging;
      for (const round of rounds) clearInterval(round);
      await unlisten();
      await cancelled.stop();
      await presence.release();
    },
  };
}

/** Starts one pool for calls, one for conversions, and one for calls of dead workers. */
function startPools(deps: WorkerDeps, owner: string, held: LeasedWork, signal: AbortSignal): Slots[] {
  const { log } = deps;
  return [
    startWorkerPool({
      size: deps.callSlots ?? CALL_SLOTS,
      log,
      next: async (room) => await nextCalls(deps, { owner, held, signal, room }),
    }),
    startWorkerPool({
      size: deps.convertSlots,
      log,
      next: async () => await nextDocument(deps, owner, held, signal),
    }),
    startWorkerPool({
      size: ADOPTIONS,
      log,
      next: async () => await nextInterrupted(deps, owner, held, signal),
    }),
  ];
}

/** Renews the leases that this worker holds. Work whose lease is lost continues with the worker that has it now. */
async function renewHeldJobs({ database, log }: WorkerDeps, owner: string, held: LeasedWork): Promise<void> {
  const jobs = [...held.jobs];
  const renewed = new Set(
    await renewJobs(
      database.db,
      owner,
      jobs.map(([id]) => id),
    ),
  );
  const missing = jobs.filter(([jobId]) => !renewed.has(jobId));
  // A job whose end was just written is not renewed either: it ends by itself.
  if (missing.length > 0) await pause(ENDING_MS, undefined, { ref: false });
  for (const [jobId, cancelled] of missing) {
    if (held.jobs.get(jobId) !== cancelled) continue;
    logEvent(log, 'call.lease-lost', { jobId });
    cancelled.abort(LEAVE_CALL);
  }
}

interface Turn {
  owner: string;
  held: LeasedWork;
  signal: AbortSignal;
  room: number;
}

async function nextCalls(deps: WorkerDeps, { owner, held, signal, room }: Turn): Promise<Next> {
  const { calls, contended } = await claimCalls({ ...deps, admit: createAdmit(deps) }, owner, room);
  if (calls.length > 0) {
    const runs = calls.map(
      ({ job, route }) =>
        async () =>
          await held.during(
            'jobs',
            job.jobId,
            async (cancelled) => await call(deps, job, route, AbortSignal.any([signal, cancelled])),
          ),
    );
    return { kind: 'work', runs };
  }
  if (contended) return { kind: 'wait', ms: CONTENDED_MS * Math.random() };
  const due = (await nextDue(deps.database.db)) ?? LOOK_AROUND_MS;
  return { kind: 'wait', ms: due > 0 ? Math.min(due, LOOK_AROUND_MS) : CAPPED_MS };
}

async function call(deps: WorkerDeps, job: ClaimedJob, route: Route, signal: AbortSignal): Promise<void> {
  try {
    if (route.kind === 'onnet') await deliverOnNet(deps, job, route.line);
    else await placeCall(deps, job, route.line, route.adapter, signal);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    logEvent(deps.log, 'call.place-failed', { jobId: job.jobId, err: error });
    if (error instanceof FileStoreAway) await writeAway(deps, job, route.line);
    else await writeBroken(deps, job, route.line);
  }
}

async function nextDocument(
  deps: WorkerDeps,
  owner: string,
  held: LeasedWork,
  signal: AbortSignal,
): Promise<Next> {
  const document = await deps.database.transaction(async (tx) => await claimDocument(tx, owner));
  if (!document) return { kind: 'wait', ms: LOOK_AROUND_MS };
  const work = async () => await convertDocument(deps, document, signal);
  return leased(held, 'documents', document.id, work);
}

function repeat(ms: number, log: WorkerDeps['log'], work: () => Promise<unknown>): NodeJS.Timeout {
  return setInterval(() => {
    work().catch((error: unknown) => logEvent(log, 'queue.write-failed', { reason: String(error) }));
  }, ms);
}
