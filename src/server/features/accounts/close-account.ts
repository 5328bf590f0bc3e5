import type { Db } from '#engine/database/port.ts';

import { closeAccountRow, revokeSessions } from './accounts.store.ts';
import { restNumber } from './number-pool.store.ts';
import { dropPortOrders } from './port-order.store.ts';
import { freeSlot } from './service-slots.store.ts';

/**
 * Closes an account: nobody logs in, sends or receives; its number rests, its service is free, its faxes are kept until
 * the nightly clean-up finds it closed long enough. `restDays`: only then somebody else gets the number, since faxes to
 * its old owner go on for a while (contract 8.8). False when it was closed already. Audit and mails are the caller's.
 */
export async function closeAccount(tx: Db, accountId: number, restDays: number): Promise<boolean> {
  if (!(await closeAccountRow(tx, accountId))) return false;
  await restNumber(tx, accountId, restDays);
  await dropPortOrders(tx, accountId);
  await freeSlot(tx, accountId);
  await revokeSessions(tx, accountId);
  return true;
}
