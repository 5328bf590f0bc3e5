import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Db } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type {
  CallOutcome,
  CallReports,
  FaxLine,
  LostCallOutcome,
  OutgoingCall,
} from '#engine/fax-line/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';
import { secondsSince } from '#server/kit/meter.ts';

import { headerTime } from '#server/features/faxes/arrivals/arrivals.service.ts';
import type { Arrivals } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { endRest } from '#server/features/faxes/lines/lines.service.ts';
import type { StoredLine } from '#server/features/faxes/lines/lines.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { HELD, lockActing } from './acting.store.ts';
import { becameOf } from './doubt.ts';
import type { DoubtTimes } from './doubt.ts';
import { markConfirmed } from './finish.store.ts';
import { handOver } from './hand-over.ts';
import { endOf, noteCall, recordOf } from './note-call.ts';
import type { ClaimedJob } from './queue.store.ts';
import type { InterruptedJob } from './recover.store.ts';
import { readSender } from './sender.store.ts';
import { endCancelled, recordOutcome } from './record-outcome.ts';
import type { RecordOutcomeDeps } from './record-outcome.ts';
import { untilWritten } from './until-written.ts';
import { putBack, writeLost, writeOutcome } from './write-outcome.ts';

/** Dependencies of placing calls. */
export interface CallDeps extends RecordOutcomeDeps {
  files: FileStore;
  documents: DocumentEngine;
  arrivals: Arrivals;
  faultPoint: FaultPoint;
  /** Returns carriers' reports on a call. */
  reportsOf(lineId: number, callRef: string): CallReports;
  /** The name of this machine, from the folder of its lines. */
  machine?: string | undefined;
  /** How long a worker waits to clarify the calls of another one; tests shorten it. */
  doubt?: DoubtTimes | undefined;
}

type Sender = NonNullable<Awaited<ReturnType<typeof readSender>>>;

/** Places the call of a job over a line and records how it ended. */
export async function placeCall(
  deps: CallDeps,
  job: ClaimedJob,
  line: StoredLine,
  adapter: FaxLine,
  signal: AbortSignal,
): Promise<void> {
  const sender = await readSender(deps.database.db, job.accountId);
  if (!sender) throw new Error('a job has no account');
  // Read before the line is used: without its pages nothing was dialed, and the job only waits.
  const pages = await storedPages(deps, job);
  deps.faultPoint('before_dial');
  const began = performance.now();
  const record = adapter.tells && (await recordOf(deps, job, sender));
  const mark: Mark = { knownOn: adapter.knownHere ? (deps.machine ?? null) : null };
  const call = { ...outgoingCall(deps, job, { sender, stored: pages, signal, mark }), watch: record?.watch };
  const outcome = await calling(deps, job, adapter, { ...call, afterRest: line.rested }, signal);
  await record?.end(endOf(outcome));
  // The lease expires with this process; the next one asks the line what became of the call.
  if (outcome.kind === 'left') return;
  if (outcome.kind === 'never-placed') {
    if (mark.error) throw mark.error;
    return await writeLost(deps, job, line);
  }
  if (outcome.kind === 'delivered') deps.faultPoint('after_delivery_before_commit');
  await writeOutcome(deps, job, line, outcome);
  noteCall(deps, job, line, outcome, secondsSince(began));
}

/** Sends over the line. A line that throws breaks its contract; since it may have dialed, the outcome is uncertain. */
async function calling(
  deps: CallDeps,
  job: ClaimedJob,
  adapter: FaxLine,
  call: OutgoingCall,
  signal: AbortSignal,
): Promise<LostCallOutcome> {
  try {
    return await adapter.send(call, signal);
  } catch (error) {
    logEvent(deps.log, 'call.line-failed', { jobId: job.jobId, err: error });
    return { kind: 'uncertain', pagesConfirmed: job.confirmed };
  }
}

interface Mark {
  /** The machine that alone will have the outcome of the call. */
  knownOn: string | null;
  /**
   * Why the call could not be marked as dialed, if that was our own error: its line learns only that it may not dial.
   */
  error?: Error;
}

function outgoingCall(
  deps: CallDeps,
  job: ClaimedJob,
  { sender, stored, signal, mark }: { sender: Sender; stored: Uint8Array; signal: AbortSignal; mark: Mark },
): OutgoingCall {
  return {
    jobId: job.jobId,
    attempt: job.dials,
    callRef: job.callRef,
    from: { number: sender.number, stationId: sender.stationId || sender.number },
    to: job.to,
    pages: job.pages,
    reports: deps.reportsOf(job.lineId, job.callRef),
    skip: job.brought,
    resolution: deps.documents.resolution === 'standard' ? 'standard' : undefined,
    tiff: async () => {
      const stamped = await deps.documents.stampHeader(stored, {
        dateTime: headerTime(new Date(), sender.zone),
        from: [sender.stationId, formatFaxNumber(sender.number)].filter(Boolean).join(' '),
        to: formatFaxNumber(job.to) ?? '',
      });
      return await deps.documents.forCall(stamped);
    },
    onTaken: () => noteTaken(deps, job),
    handOver: async (command) => {
      const handed = await handOver({ ...deps, knownOn: mark.knownOn }, job, signal, command);
      if (handed instanceof Error) mark.error = handed;
      return handed === true;
    },
    onPage: (pages) => {
      job.confirmed = Math.max(job.confirmed, pages);
      noteConfirmed(deps, job, pages);
    },
  };
}

/** Finds out what became of a call whose worker died, and records it. */
export async function adoptCall(
  deps: CallDeps,
  job: InterruptedJob,
  line: StoredLine,
  adapter: FaxLine | null,
  signal: AbortSignal,
): Promise<void> {
  // A transaction delivers an on-net fax: as long as its job is unfinished, nothing was delivered.
  if (!job.dialled || line.kind === 'onnet') return await writeLost(deps, job, line);
  const lost = {
    jobId: job.jobId,
    callRef: job.callRef,
    to: job.to,
    pages: job.pages,
    skip: job.brought,
    pagesConfirmed: job.confirmed,
    reports: deps.reportsOf(job.lineId, job.callRef),
  };
  const outcome = adapter
    ? await becameOf(deps, job, async () => await adapter.adopt(lost, signal), signal)
    : { kind: 'uncertain' as const, pagesConfirmed: job.confirmed };
  if (outcome.kind === 'left') return;
  if (outcome.kind === 'never-placed') return await writeLost(deps, job, line);
  await writeOutcome(deps, job, line, outcome);
  noteCall(deps, job, line, outcome);
}

/** Delivers to another account of this installation: the fax there and the end of the job are one transaction. */
export async function deliverOnNet(deps: CallDeps, job: ClaimedJob, line: StoredLine): Promise<void> {
  const sender = await readSender(deps.database.db, job.accountId);
  if (!sender) throw new Error('a job has no account');
  deps.faultPoint('before_dial');
  const prepared = await deps.arrivals.prepare({
    lineId: line.id,
    callRef: job.callRef,
    caller: sender.number,
    stationId: sender.stationId,
    called: job.to,
    tiff: await storedPages(deps, job),
    source: 'onnet',
    byRule: job.byRule,
  });
  const began = performance.now();
  const call: { outcome: CallOutcome | null } = { outcome: null };
  await untilWritten(deps, async (tx) => {
    call.outcome = null;
    if (!(await lockActing(tx, job.accountId))) return await putBack(deps, tx, job, line, HELD);
    if (await endCancelled(deps, tx, job, line)) return;
    call.outcome = await arrive(deps, tx, { job, line, prepared });
  });
  if (call.outcome) noteCall(deps, job, line, call.outcome, secondsSince(began));
  // Only now, because files that a crash or a cancellation leaves must not look like a lost fax. If this fails, it is
  // repeated within the hour.
  if (call.outcome?.kind === 'delivered')
    await deps.arrivals.describe(prepared).catch((error: unknown) => {
      logEvent(deps.log, 'call.describe-failed', { jobId: job.jobId, reason: String(error) });
    });
}

/** Commits the arrival and the end of the job in the caller's transaction. */
async function arrive(
  deps: CallDeps,
  tx: Db,
  {
    job,
    line,
    prepared,
  }: { job: ClaimedJob; line: StoredLine; prepared: Awaited<ReturnType<Arrivals['prepare']>> },
): Promise<CallOutcome> {
  const result = await deps.arrivals.commit(tx, prepared);
  const reason =
    !result.accepted && result.reason === 'CALLER_BLOCKED'
      ? ('DECLINED' as const)
      : ('NUMBER_INVALID' as const);
  const outcome: CallOutcome = result.accepted
    ? { kind: 'delivered', pages: job.pages }
    : { kind: 'final', reason, pagesConfirmed: 0 };
  if (result.accepted) deps.faultPoint('after_delivery_before_commit');
  await recordOutcome(deps, tx, job, line, outcome);
  return outcome;
}

async function storedPages(deps: CallDeps, job: ClaimedJob): Promise<Uint8Array> {
  const tiff = await deps.files.get(job.tiffKey);
  if (!tiff) throw new Error('the pages of a fax are missing in the file store');
  return tiff;
}

function noteTaken({ database, log }: CallDeps, { lineId }: ClaimedJob): void {
  endRest(database.db, lineId).catch((error: unknown) => {
    logEvent(log, 'line.still-single', { lineId, reason: String(error) });
  });
}

function noteConfirmed(deps: CallDeps, job: ClaimedJob, pages: number): void {
  markConfirmed(deps.database.db, job, pages).catch((error: unknown) => {
    // Only what is shown after a crash becomes less exact; the call continues.
    logEvent(deps.log, 'call.page-not-noted', { jobId: job.jobId, reason: String(error) });
  });
}
