import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { findContact, upsertParty } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { auditFax } from './audit-fax.ts';
import { lockActing } from './acting.store.ts';
import { lockOpenJob, renumberJob } from './change-job.store.ts';
import type { LockedJob } from './change-job.store.ts';
import { checkLimits } from './check-limits.ts';
import type { LimitDeps } from './check-limits.ts';
import type { DayDefaults } from './day-limit.store.ts';
import { checkAbroad, checkDayNumber } from './day-limits.ts';
import { whenDialed } from './delivery.ts';
import { parseDestination, reachOf } from './destinations.ts';
import { makeDue, readDelivery } from './later.store.ts';
import { lockAccountQueue } from './limit.store.ts';
import { noteUndescribed, wakeWorkers } from './outbox.store.ts';
import { readSender } from './sender.store.ts';

/**
 * Dials at once a job that waits for a retry, for its time or for the delivery window, regardless of that window. The
 * next claim takes it under the same locks and counts the call like any other. A job that is already being sent is left
 * alone, so that a repeated request does no harm. A job that was to be sent later becomes a fax of today, under today's
 * limits, and goes abroad only if that is still allowed. Throws NOT_FOUND, NOT_WAITING, ACCOUNT_SUSPENDED,
 * INTERNATIONAL_NOT_ALLOWED, and the errors of limits.
 */
export async function hurryOwnJob(deps: LimitDeps, tx: Db, caller: Caller, jobId: number): Promise<void> {
  const account = caller.accountId;
  await lockAccountQueue(tx, account);
  if (!(await lockActing(tx, account))) throw new AppError('ACCOUNT_SUSPENDED');
  const job = await lockOpenJob(tx, account, jobId);
  if (!job) throw new AppError('NOT_FOUND');
  if (job.state === 'SENDING') return;
  const { to, pages, faxId, anyHour } = job;
  const delivery = await readDelivery(tx, account);
  const dialed = (sendAt: Date | null) => whenDialed(deps.zone, to, { sendAt, anyHour }, delivery);
  if (job.state !== 'WAITING' && !dialed(job.nextAt).sendAt) throw new AppError('NOT_WAITING');
  const wasLater = job.sendAt !== null;
  if (wasLater && reachOf(to) === 'abroad' && !(await readSender(tx, account))?.international)
    throw new AppError('INTERNATIONAL_NOT_ALLOWED', { params: { number: to } });
  if (wasLater && !job.isTest) await checkLimits(deps, tx, account, { numbers: [to], pages, isDue: true });
  const outside = dialed(null).window === true;
  await makeDue(tx, account, { jobId, faxId, wasLater }, outside);
  await auditFax(tx, caller, 'fax.send-now', faxId, { jobId, ...(outside && { outsideWindow: true }) });
  await wakeWorkers(tx);
}

/** Dependencies of changing a number. */
interface RenumberDeps {
  dayLimits: DayDefaults;
  checkRoutes(
    tx: Db,
    account: AccountId,
    numbers: readonly string[],
    as: Pick<LockedJob, 'isTest'>,
  ): Promise<unknown>;
}

/**
 * Sends a job that is not in a call to another number, under the rules for a new fax to it; a job that is sent later
 * keeps its time. Holds the account's row of the queue, so that no worker claims one of its jobs meanwhile; a worker
 * that had already chosen the job for its old number finds that the number has changed (claimJob). Returns the number
 * as stored. Throws NOT_FOUND, BEING_SENT and the errors of sending.
 */
export async function renumberOwnJob(
  deps: RenumberDeps,
  tx: Db,
  caller: Caller,
  { jobId, written }: { jobId: number; written: string },
): Promise<string> {
  const account = caller.accountId;
  await lockAccountQueue(tx, account);
  if (!(await lockActing(tx, account))) throw new AppError('ACCOUNT_SUSPENDED');
  const job = await lockOpenJob(tx, account, jobId);
  if (!job) throw new AppError('NOT_FOUND');
  if (job.state === 'SENDING') throw new AppError('BEING_SENT');
  const to = parseDestination(written, (await readSender(tx, account))?.international);
  if (to === job.to) return to;
  await deps.checkRoutes(tx, account, [to], job);
  if (!job.isTest) {
    await checkAbroad(tx, account, [to]);
    await checkDayNumber(tx, account, { number: to, at: job.sendAt }, deps.dayLimits);
  }
  const contact = await findContact(tx, account, to);
  const company = contact?.company ?? '';
  const sender = contact?.to_person ?? '';
  const partyId = await upsertParty(tx, account, { number: to, company, sender, toPerson: '' });
  await renumberJob(tx, account, { jobId, faxId: job.faxId, to, partyId, company });
  await noteUndescribed(tx, job.documentId);
  await auditFax(tx, caller, 'fax.edit-number', job.faxId, { jobId, from: job.to, to });
  await wakeWorkers(tx);
  return to;
}
