import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { findContact, upsertParty } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { auditFax } from './audit-fax.ts';
import { lockActing } from './acting.store.ts';
import { lockOpenJob, renumberJob } from './change-job.store.ts';
import type { DayDefaults } from './day-limit.store.ts';
import { checkAbroad, checkDayNumber } from './day-limits.ts';
import { parseDestination } from './destinations.ts';
import { lockAccountQueue } from './limit.store.ts';
import { hurryJob } from './operate-jobs.store.ts';
import { noteUndescribed, wakeWorkers } from './outbox.store.ts';
import { readSender } from './sender.store.ts';

/**
 * Calls a job that waits for another try at once. Nothing else changes: the next claim takes it under the same locks and
 * counts the call as any other. One that is being sent already is left alone, so that a repeated request does no harm.
 * Throws NOT_FOUND, NOT_WAITING and ACCOUNT_SUSPENDED.
 */
export async function hurryOwnJob(tx: Db, caller: Caller, jobId: number): Promise<void> {
  if (!(await lockActing(tx, caller.accountId))) throw new AppError('ACCOUNT_SUSPENDED');
  const job = await lockOpenJob(tx, caller.accountId, jobId);
  if (!job) throw new AppError('NOT_FOUND');
  if (job.state === 'SENDING') return;
  if (!(await hurryJob(tx, jobId))) throw new AppError('NOT_WAITING');
  await auditFax(tx, caller, 'fax.send-now', job.faxId, { jobId });
  await wakeWorkers(tx);
}

/** What changing a number needs beside the transaction. */
interface RenumberDeps {
  dayLimits: DayDefaults;
  checkRoutes(tx: Db, account: AccountId, numbers: readonly string[]): Promise<unknown>;
}

/**
 * Sends a job that is not being called to another number, under the rules of a new fax to it. The account's row of the
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
  await deps.checkRoutes(tx, account, [to]);
  await checkAbroad(tx, account, [to]);
  await checkDayNumber(tx, account, to, deps.dayLimits);
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
