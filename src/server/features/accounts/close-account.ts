import type { Db } from '#engine/database/port.ts';

import { closeAccountRow, revokeSessions } from './accounts.store.ts';
import { restNumber } from './number-pool.store.ts';
import { dropPortOrders } from './port-order.store.ts';
import { freeSlot } from './service-slots.store.ts';

/** Faxes to the old owner stop coming within this time, mostly; only then somebody else gets the number (contract 8.8). */
const NUMBER_REST_DAYS = 90;

/**
 * Closes an account: nobody logs in, sends or receives; its number rests, its service is free, its faxes are kept until
 * the nightly clean-up finds it closed long enough. False when it was closed already. Audit and mails are the caller's.
 */
export async function closeAccount(tx: Db, accountId: number): Promise<boolean> {
  if (!(await closeAccountRow(tx, accountId))) return false;
  await restNumber(tx, accountId, NUMBER_REST_DAYS);
  await dropPortOrders(tx, accountId);
  await freeSlot(tx, accountId);
  await revokeSessions(tx, accountId);
  return true;
}
