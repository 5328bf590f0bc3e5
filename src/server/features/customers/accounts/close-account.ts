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

/** What closing needs. `restDays`: only then another account gets the number, since faxes to its old owner go on for a while. */
export interface Closing {
  restDays: number;
  queueMail: QueueMail;
}

/**
 * Closes an account: no login, no sending, no receiving; its number rests, its service is free, its faxes are kept until
 * the nightly clean-up finds it closed long enough. Faxes that wait are cancelled and the owner is told which; a call
 * under way is brought to its end, and is not repeated. False when it was closed already. The audit row of the closing
 * itself is the caller's.
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
