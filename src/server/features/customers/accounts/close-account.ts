import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { tellUnsent } from '#server/features/faxes/notices/fax-notices.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { removeKeysOf } from '#server/features/identity/api-keys/api-keys.service.ts';
import { cancelWaitingJobs } from '#server/features/faxes/queue/outbox.service.ts';

import { closeAccountRow, lockOpenAccount, revokeSessions } from './accounts.store.ts';
import { restNumber } from './number-pool.store.ts';
import { dropPortOrders } from './port-order.store.ts';
import { freeSlot } from './service-slots.store.ts';

/**
 * Dependencies of closing. `restDays`: how long the number rests before another account can get it, because faxes to
 * its old owner keep arriving for a while.
 */
export interface Closing {
  restDays: number;
  queueMail: QueueMail;
}

/**
 * Closes an account: no login, no sending, no receiving; its number rests, its service becomes free, and its faxes are
 * kept until the nightly cleanup finds it closed long enough. Waiting faxes are canceled, and the owner is told which;
 * a call in progress is completed, and is not retried. Returns false if the account was already closed. The caller
 * writes the audit row of the closing itself.
 */
export async function closeAccount(
  tx: Db,
  accountId: number,
  { restDays, queueMail }: Closing,
): Promise<boolean> {
  if (!(await lockOpenAccount(tx, accountId))) return false;
  const cancelled = await cancelWaitingJobs(tx, accountId);
  if (cancelled.length > 0) {
    await writeAudit(tx, {
      actor: { kind: 'system' },
      accountId,
      action: 'fax.cancelled',
      object: `account/${accountId}`,
      detail: { because: 'account closed', jobs: cancelled.map(({ id }) => id) },
    });
    await tellUnsent(
      { queueMail },
      tx,
      accountId,
      cancelled.map(({ to }) => to),
    );
  }
  await closeAccountRow(tx, accountId);
  await restNumber(tx, accountId, restDays);
  await dropPortOrders(tx, accountId);
  await freeSlot(tx, accountId);
  await revokeSessions(tx, accountId);
  await removeKeysOf(tx, accountId);
  return true;
}
