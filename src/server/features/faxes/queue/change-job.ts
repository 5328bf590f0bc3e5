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
 * Dials a job at once that waits for another try, for its time or for the delivery window, whatever that window says. The
 * next claim takes it under the same locks and counts the call as any other. One that is being sent already is left
 * alone, so that a repeated request does no harm; one that was to be sent later is a fax of today from here on, under the
 * limits of today, and abroad only if that is still allowed. Throws NOT_FOUND, NOT_WAITING, ACCOUNT_SUSPENDED,
 * INTERNATIONAL_NOT_ALLOWED, and what limits say.
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

/** What changing a number needs beside the transaction. */
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
 * Sends a job that is not being called to another number, under the rules of a new fax to it; one that is sent later
 * keeps its time. The account's row of the
 * queue is held, so no worker claims one of its jobs meanwhile; who has chosen the job before for its old number finds
 * that it has another one (claimJob). Gives the number as it is stored. Throws NOT_FOUND, BEING_SENT and what sending
 * throws.
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
