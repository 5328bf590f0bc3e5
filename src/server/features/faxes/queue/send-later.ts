import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { lockActing } from './acting.store.ts';
import { auditFax } from './audit-fax.ts';
import { lockOpenJob } from './change-job.store.ts';
import type { LockedJob } from './change-job.store.ts';
import { checkLater, checkLimits } from './check-limits.ts';
import type { LimitDeps } from './check-limits.ts';
import { DayLimitReached, noteDayLimit, sendingTransaction } from './day-limits.ts';
import type { LimitAlertDeps } from './day-limits.ts';
import { reachOf } from './destinations.ts';
import { failLater, makeDue, putOff, readDelivery } from './later.store.ts';
import { lockAccountQueue } from './limit.store.ts';
import type { Admit } from './next-call.ts';
import { wakeWorkers } from './outbox.store.ts';
import type { RecordOutcomeDeps } from './record-outcome.ts';
import { readSender } from './sender.store.ts';
import { parseTime } from './send-time.ts';

/** Dependencies of checking faxes that are due. */
export type AdmitDeps = Pick<RecordOutcomeDeps, 'database' | 'notices'> & LimitDeps;

/**
 * Creates the check of faxes that were to be sent later and are due now: the account's daily or monthly limit may be
 * used up since, or calls abroad no longer allowed. Such a fax fails, and its sender is notified by mail as usual.
 */
export function createAdmit(deps: AdmitDeps): Admit {
  return async ({ accountId, jobId }, onNet) =>
    await deps.database.transaction(async (tx) => {
      const account = provenAccount(accountId);
      await lockAccountQueue(tx, account);
      if (!(await lockActing(tx, account))) return false;
      const fax = await lockOpenJob(tx, account, jobId);
      const { now } = await readDelivery(tx, account);
      // Canceled, or postponed again, since this worker saw it.
      if (!fax?.sendAt || fax.sendAt > now) return false;
      const job = { jobId, faxId: fax.faxId, wasLater: true };
      const reason = await obstacleOf(deps, tx, account, fax, onNet);
      if (reason === null) {
        await makeDue(tx, account, job);
        return true;
      }
      await failLater(tx, account, job, reason);
      await writeAudit(tx, {
        actor: { kind: 'system' },
        accountId,
        action: 'fax.failed',
        object: `fax/${fax.faxId}`,
        detail: { reason, to: fax.to, dials: 0 },
      });
      if (!fax.isTest) await deps.notices.failed(tx, { accountId, faxId: fax.faxId });
      return false;
    });
}

/** Returns why a fax that is due cannot be sent; null if it can. */
async function obstacleOf(
  deps: AdmitDeps,
  tx: Db,
  account: AccountId,
  { to, pages, isTest }: LockedJob,
  onNet: boolean,
): Promise<string | null> {
  const reach = onNet ? 'home' : reachOf(to);
  const sender = await readSender(tx, account);
  if (reach === 'barred' || (reach === 'abroad' && !sender?.international)) return 'BARRED';
  if (isTest) return null;
  try {
    await checkLimits(deps, tx, account, { numbers: [to], pages, isDue: true });
    return null;
  } catch (error) {
    if (error instanceof DayLimitReached) await noteDayLimit(tx, deps, account, error);
    else if (!(error instanceof AppError)) throw error;
    return error.code === 'LIMIT_REACHED' ? 'LIMIT_REACHED' : 'DAY_LIMIT';
  }
}

/** The new time of a waiting fax. */
export interface AskedTime {
  jobid: number;
  send_at: string;
  send_zone?: string | undefined;
  outside_window?: boolean | undefined;
}

/**
 * Gives a waiting fax another time. Throws NOT_FOUND if it is not waiting anymore, ALREADY_TRIED after its first call,
 * ACCOUNT_SUSPENDED, FIELD_INVALID, and the errors of limits.
 */
export async function schedule(
  deps: LimitDeps & LimitAlertDeps,
  caller: Caller,
  asked: AskedTime,
): Promise<void> {
  const account = caller.accountId;
  await sendingTransaction(deps, account, async (tx) => {
    await lockAccountQueue(tx, account);
    if (!(await lockActing(tx, account))) throw new AppError('ACCOUNT_SUSPENDED');
    const fax = await lockOpenJob(tx, account, asked.jobid);
    if (!fax || fax.state === 'SENDING') throw new AppError('NOT_FOUND');
    const { home } = await readDelivery(tx, account);
    const written = {
      send_at: asked.send_at,
      send_zone: asked.send_zone,
      outside_window: asked.outside_window === true ? '1' : '0',
    };
    const { sendAt, anyHour } = parseTime({ get: (name) => written[name] }, home);
    if (fax.dials > 0) throw new AppError('ALREADY_TRIED');
    if (fax.sendAt === null) await checkLater(tx, account, 1);
    const wanted = { numbers: [fax.to], pages: fax.pages, at: sendAt };
    if (!fax.isTest) await checkLimits(deps, tx, account, { ...wanted, exceptDocument: fax.documentId });
    await putOff(tx, asked.jobid, { sendAt, anyHour });
    await wakeWorkers(tx);
    await auditFax(tx, caller, 'fax.schedule', fax.faxId, {
      jobId: asked.jobid,
      sendAt: sendAt.toISOString(),
      ...(anyHour && { outsideWindow: true }),
    });
  });
}
