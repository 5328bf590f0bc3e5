import type { Logger } from 'pino';

import type { Database, Db } from '#engine/database/port.ts';
import type { CallOutcome } from '#engine/fax-line/port.ts';

import { addUsage } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { FaxNotices } from '#server/features/faxes/notices/fax-notices.service.ts';
import { restLine } from '#server/features/faxes/lines/lines.service.ts';
import type { Lines, StoredLine } from '#server/features/faxes/lines/lines.service.ts';
import {
  CANCELLED,
  askForCheck,
  finishCancelled,
  finishDelivered,
  finishFailed,
  finishUncertain,
  finishWaiting,
  hoursOfCalls,
  isUnwanted,
} from './finish.store.ts';
import type { AttemptEnd } from './finish.store.ts';
import type { ClaimedJob } from './queue.store.ts';
import { planRetry } from './retry-plan.ts';

/** Dependencies of recording an outcome. */
export interface RecordOutcomeDeps {
  database: Database;
  lines: Pick<Lines, 'adapterOf' | 'recordCall'>;
  /** Mails about outcomes. */
  notices: Pick<FaxNotices, 'sent' | 'failed' | 'booked' | 'unsent' | 'limitReached'>;
  /** The server zone: usage counts in the month of delivery in it. */
  zone: string;
  retryMinutes: readonly number[] | undefined;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Ends a job as uncertain, because nobody knows whether the rest arrived, and writes the audit row. */
export async function endUncertain(
  tx: Db,
  job: ClaimedJob,
  line: StoredLine,
  end: Omit<AttemptEnd, 'result'>,
): Promise<void> {
  await finishUncertain(tx, job, { ...end, result: 'UNCERTAIN' });
  await auditEnd(tx, job, line, 'fax.uncertain', { confirmed: end.pages });
}

/**
 * Ends a job that was canceled, or whose account was closed, while a worker had it; returns false otherwise. The owner
 * of a closed account is notified, as of the faxes that were canceled with it.
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

/** Writes an outcome: job, attempt, fax, usage and audit together. */
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
    await endUncertain(tx, job, line, end);
    return await tellFailed(deps, tx, job);
  }
  // We hung up: that is how the call ended, unless the far side was quicker.
  const result = outcome.reason === 'LINE_FAULT' ? CANCELLED : outcome.reason;
  if (await endCancelled(deps, tx, job, line, { ...end, result })) return;
  const plan =
    outcome.kind === 'retry'
      ? planRetry({
          reason: outcome.reason,
          telephone: deps.lines.adapterOf(line)?.telephone ?? false,
          dials: job.dials,
          faults: job.faults,
          rests: outcome.restMs !== undefined,
          hours: await hoursOfCalls(tx, job),
          configured: deps.retryMinutes,
        })
      : { kind: 'give-up' as const };
  if (outcome.kind === 'retry' && plan.kind === 'again') {
    const brought = outcome.resume ? { brought: outcome.pagesConfirmed } : {};
    const rest = outcome.restMs;
    // A resting line is passed over by every job, and used again once the rest is over.
    if (rest !== undefined) await restLine(tx, line.id, rest);
    else if (!plan.counts) await askForCheck(tx, line.id);
    const failed = plan.counts || rest !== undefined ? {} : { failedLine: line.id };
    const faults = plan.counts ? 0 : job.faults + 1;
    const again = { ...plan, faults, ...brought, ...failed };
    return await waitOrFail(deps, tx, { job, line, end: { ...end, result: outcome.reason }, again });
  }
  await endFailed(deps, tx, job, line, { ...end, result: outcome.reason });
}

/** Calls of a job are numbered by a smallint: what is put back so often, for whatever reason, has to end. */
const MOST_CALLS = 30_000;

/** The job waits for another call, unless it has had all that it can have. */
export async function waitOrFail(
  deps: Pick<RecordOutcomeDeps, 'notices'>,
  tx: Db,
  {
    job,
    line,
    end,
    again,
  }: { job: ClaimedJob; line: StoredLine; end: AttemptEnd; again: Parameters<typeof finishWaiting>[3] },
): Promise<void> {
  if (job.attempt < MOST_CALLS) await finishWaiting(tx, job, end, again);
  else await endFailed(deps, tx, job, line, end);
}

/** The job failed for good: its sender hears of it. */
export async function endFailed(
  deps: Pick<RecordOutcomeDeps, 'notices'>,
  tx: Db,
  job: ClaimedJob,
  line: StoredLine,
  end: AttemptEnd,
): Promise<void> {
  await finishFailed(tx, job, end);
  await auditEnd(tx, job, line, 'fax.failed', { reason: end.result });
  await tellFailed(deps, tx, job);
}

/** Sends the mail about a failed fax. Test faxes get none: programs learn of them by events. */
export async function tellFailed(
  { notices }: Pick<RecordOutcomeDeps, 'notices'>,
  tx: Db,
  job: ClaimedJob,
): Promise<void> {
  if (!job.isTest) await notices.failed(tx, job);
}

/** Records that every page arrived: the attempt counts as sent, even if only the line's last response is missing. */
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

/** Writes the audit row of a job that ends. */
export async function auditEnd(
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
