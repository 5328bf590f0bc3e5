import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import type { Database, Db } from '#engine/database/port.ts';
import type { CallOutcome } from '#engine/fax-line/port.ts';

import { addUsage } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { FaxNotices } from '#server/features/faxes/notices/fax-notices.service.ts';
import { restLine } from '#server/features/faxes/lines/lines.service.ts';
import type { Lines, StoredLine } from '#server/features/faxes/lines/lines.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { HELD, lockActing } from './acting.store.ts';
import {
  CANCELLED,
  askForCheck,
  finishCancelled,
  finishDelivered,
  finishFailed,
  finishUncertain,
  finishWaiting,
  isUnwanted,
} from './finish.store.ts';
import { LeaseLost } from './lease.ts';
import { wakeWorkers } from './outbox.store.ts';
import type { AttemptEnd } from './finish.store.ts';
import type { ClaimedJob } from './queue.store.ts';
import { planRetry } from './retry-plan.ts';

/** What writing an outcome down needs. */
export interface RecordOutcomeDeps {
  database: Database;
  lines: Pick<Lines, 'adapterOf' | 'recordCall'>;
  /** Mails about what ends. */
  notices: Pick<FaxNotices, 'sent' | 'failed' | 'booked' | 'unsent' | 'limitReached'>;
  /** The server zone: usage is booked to the month of delivery in it. */
  zone: string;
  retryMinutes: readonly number[] | undefined;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** The database was away when a call had ended: its outcome is kept and written as soon as it is back. */
const WRITE_RETRY_MS = 500;

/** Wrong data, a broken rule, wrong SQL: the same write fails for ever. */
const HOPELESS = /^(?:22|23|42)/;

/** A job that breaks this product's own code before a call can be placed is tried again this often. */
const MAX_BROKEN_STARTS = 20;
const BROKEN_WAIT_MS = 10_000;

/** The bucket may be away for hours. */
const STORE_AWAY_WAIT_MS = 30_000;

/** The call never reached the line: the job is dialled again and the dial is given back. */
export async function writeLost(deps: RecordOutcomeDeps, job: ClaimedJob, line: StoredLine): Promise<void> {
  await untilWritten(deps, async (tx) => {
    const acting = await lockActing(tx, job.accountId);
    await putBack(deps, tx, job, line, acting ? 'LOST' : HELD);
  });
}

/** No call was placed: the job waits for the next one, unless nothing more is to be sent of it. */
export async function putBack(
  deps: RecordOutcomeDeps,
  tx: Db,
  job: ClaimedJob,
  line: StoredLine,
  result: string,
): Promise<void> {
  if (await endCancelled(deps, tx, job, line)) return;
  await finishWaiting(tx, job, { result, pages: 0 }, { afterMs: 0, counts: false });
  await wakeWorkers(tx);
}

/** Writes down how a call ended, waiting for the database if it must. Throws LeaseLost. */
export async function writeOutcome(
  deps: RecordOutcomeDeps,
  job: ClaimedJob,
  line: StoredLine,
  outcome: CallOutcome,
): Promise<void> {
  await untilWritten(deps, async (tx) => await recordOutcome(deps, tx, job, line, outcome));
}

/** Our own code failed before the line was used: soon again, but not for ever. */
export async function writeBroken(deps: RecordOutcomeDeps, job: ClaimedJob, line: StoredLine): Promise<void> {
  await untilWritten(deps, async (tx) => {
    if (await endCancelled(deps, tx, job, line)) return;
    const end = { result: 'INTERNAL', pages: 0 };
    if (job.attempt < MAX_BROKEN_STARTS) {
      return await finishWaiting(tx, job, end, { afterMs: BROKEN_WAIT_MS, counts: false });
    }
    await finishFailed(tx, job, end);
    await auditEnd(tx, job, line, 'fax.failed', { reason: 'INTERNAL' });
    await tellFailed(deps, tx, job);
  });
}

/** The pages cannot be read while the bucket is away: again later, for as long as it takes. */
export async function writeAway(deps: RecordOutcomeDeps, job: ClaimedJob, line: StoredLine): Promise<void> {
  await untilWritten(deps, async (tx) => {
    if (await endCancelled(deps, tx, job, line)) return;
    const afterMs = STORE_AWAY_WAIT_MS * (0.5 + Math.random());
    await finishWaiting(tx, job, { result: 'INTERNAL', pages: 0 }, { afterMs, counts: false });
  });
}

/**
 * Ends a job that was cancelled, or whose account was closed, while it was being worked on; false when neither was. The
 * owner of a closed account is told, as of the faxes that were cancelled with it.
 */
export async function endCancelled(
  { notices }: Pick<RecordOutcomeDeps, 'notices'>,
  tx: Db,
  job: ClaimedJob,
  line: StoredLine,
  end: AttemptEnd = { result: CANCELLED, pages: job.brought },
): Promise<boolean> {
  const cancelled = await isUnwanted(tx, job);
  if (cancelled === null) return false;
  await finishCancelled(tx, job, end);
  await auditEnd(tx, job, line, 'fax.cancelled', {
    confirmed: end.pages,
    ...(cancelled === 'closed' && { because: 'account closed' }),
  });
  if (cancelled === 'closed' && !job.isTest) await notices.unsent(tx, job.accountId, [job.to]);
  return true;
}

/** Writes one outcome: job, attempt, fax, usage and audit together. */
export async function recordOutcome(
  deps: RecordOutcomeDeps,
  tx: Db,
  job: ClaimedJob,
  line: StoredLine,
  outcome: CallOutcome,
): Promise<void> {
  const all = outcome.kind === 'uncertain' && outcome.pagesConfirmed >= job.pages;
  if (outcome.kind === 'delivered' || all) return await recordDelivered(deps, tx, job, line, outcome);
  const end = { pages: outcome.pagesConfirmed, detail: outcome.detail ?? '', link: outcome.link };
  if (outcome.kind === 'uncertain') {
    await finishUncertain(tx, job, { ...end, result: 'UNCERTAIN' });
    await auditEnd(tx, job, line, 'fax.uncertain', { confirmed: end.pages });
    return await tellFailed(deps, tx, job);
  }
  // Hung up by us: that is how the call ended, unless the far side was quicker.
  const result = outcome.reason === 'LINE_FAULT' ? CANCELLED : outcome.reason;
  if (await endCancelled(deps, tx, job, line, { ...end, result })) return;
  const plan =
    outcome.kind === 'retry'
      ? planRetry({
          reason: outcome.reason,
          telephone: deps.lines.adapterOf(line)?.telephone ?? false,
          dials: job.dials,
          faults: job.attempt - job.dials,
          configured: deps.retryMinutes,
        })
      : { kind: 'give-up' as const };
  if (outcome.kind === 'retry' && plan.kind === 'again') {
    const brought = outcome.resume ? { brought: outcome.pagesConfirmed } : {};
    const rest = outcome.restMs;
    // A line that rests is passed over by every job, and asked again when the rest is over.
    if (rest !== undefined) await restLine(tx, line.id, rest);
    else if (!plan.counts) await askForCheck(tx, line.id);
    const failed = plan.counts || rest !== undefined ? {} : { failedLine: line.id };
    const when = rest === undefined ? plan : { ...plan, afterMs: 0 };
    return await finishWaiting(
      tx,
      job,
      { ...end, result: outcome.reason },
      { ...when, ...brought, ...failed },
    );
  }
  await finishFailed(tx, job, { ...end, result: outcome.reason });
  await auditEnd(tx, job, line, 'fax.failed', { reason: outcome.reason });
  await tellFailed(deps, tx, job);
}

/** Mails are for faxes that somebody waits for: programs hear of their test faxes by events. */
async function tellFailed(
  { notices }: Pick<RecordOutcomeDeps, 'notices'>,
  tx: Db,
  job: ClaimedJob,
): Promise<void> {
  if (!job.isTest) await notices.failed(tx, job);
}

/** Every page arrived: the attempt counts as sent, also where only the line's last answer is missing. */
async function recordDelivered(
  deps: RecordOutcomeDeps,
  tx: Db,
  job: ClaimedJob,
  line: StoredLine,
  outcome: Extract<CallOutcome, { kind: 'delivered' | 'uncertain' }>,
): Promise<void> {
  const { pages } = job;
  const remoteId = outcome.kind === 'delivered' ? outcome.remoteId : undefined;
  await finishDelivered(tx, job, {
    result: 'OK',
    pages,
    detail: outcome.detail ?? '',
    ...(remoteId && { remoteId }),
    link: outcome.link,
  });
  await auditEnd(tx, job, line, 'fax.sent', { pages });
  if (job.isTest) return;
  await addUsage(tx, job.accountId, deps.zone, { sent: pages });
  await deps.notices.sent(tx, job);
  await deps.notices.booked(tx, job.accountId);
}

async function auditEnd(
  tx: Db,
  job: ClaimedJob,
  line: StoredLine,
  action: string,
  detail: object,
): Promise<void> {
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId: job.accountId,
    action,
    object: `fax/${job.faxId}`,
    detail: { ...detail, line: line.name, to: job.to, dials: job.dials, ...(job.isTest && { test: true }) },
  });
}

/** An outcome that only this process knows is written as soon as the database takes it; a lost lease ends the wait. */
export async function untilWritten(deps: RecordOutcomeDeps, write: (tx: Db) => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await deps.database.transaction(write);
      return;
    } catch (error) {
      const hopeless = HOPELESS.test((error as { code?: string }).code ?? '');
      if (error instanceof LeaseLost || hopeless) throw error;
      logEvent(deps.log, 'call.outcome-delayed', { reason: String(error) });
      await pause(WRITE_RETRY_MS);
    }
  }
}
