import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/audit.service.ts';

import { assignNumber } from './number-pool.store.ts';
import { takeNumber } from './number-pool.ts';
import { freeNumber, giveNumber } from './operate-accounts.store.ts';
import { dropPortOrders } from './port-order.store.ts';

/** How a change of a number ended; `reason` is a sentence to show. */
export type NumberChange =
  | { kind: 'ok'; number: string; uid: number | null }
  | { kind: 'refused'; reason: string };

/** Gives a free number to an account that has none; an order that it waited for is dropped. */
export async function assignByOperator(
  database: Database,
  number: string,
  uid: number,
): Promise<NumberChange> {
  return await database.transaction(async (tx) => {
    const taken = await takeNumber(tx, { number });
    if (taken.kind === 'refused') return { kind: 'refused', reason: taken.reason };
    if (!(await giveNumber(tx, uid, number)))
      return { kind: 'refused', reason: `There is no open account ${uid} without a number.` };
    await assignNumber(tx, number, uid);
    await dropPortOrders(tx, uid);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId: uid,
      action: 'number.assign',
      object: `account/${uid}`,
      detail: { number },
    });
    return { kind: 'ok', number, uid };
  });
}

/**
 * Ends the rest of a number before its time, so that it can be given away. A number in use is taken away only by
 * closing its account: faxes of its owner would go to a stranger.
 */
export async function releaseByOperator(database: Database, number: string): Promise<NumberChange> {
  return await database.transaction(async (tx) => {
    if (!(await freeNumber(tx, number)))
      return {
        kind: 'refused',
        reason: `${formatFaxNumber(number)} does not rest; a number in use is released by closing its account.`,
      };
    await writeAudit(tx, { actor: { kind: 'operator' }, action: 'number.release', detail: { number } });
    return { kind: 'ok', number, uid: null };
  });
}
