import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { readAccounts, reopenAccountRow } from './accounts.store.ts';
import type { AccountChange } from './add-account.ts';
import { assignNumber, lockRestingNumber } from './number-pool.store.ts';
import { giveNumber } from './operate-accounts.store.ts';
import { takeSlot } from './service-slots.store.ts';

/**
 * Undoes the closing of an account while its number still rests (A-MULTI-04): it gets the number back and, if it has an
 * administrator, a free service. Its faxes are still there unless their time is over (F2E_KEEP_CLOSED_DAYS). Sessions,
 * whitelisted domains and canceled faxes do not come back. Refused if the number or the services are no longer
 * available.
 */
export async function reopenByOperator(database: Database, id: number): Promise<AccountChange> {
  return await database.transaction(async (tx) => {
    const [before] = await readAccounts(tx, { id });
    if (!before) return { kind: 'refused', reason: `There is no account ${id}.` };
    if (before.state !== 'closed') return { kind: 'refused', reason: `The account ${id} is not closed.` };
    const number = await lockRestingNumber(tx, id);
    if (number === undefined)
      return {
        kind: 'refused',
        reason: `The account ${id} cannot be reopened: it was erased, or its number no longer rests.`,
      };
    if (before.parentId !== null && !(await takeSlot(tx, before.parentId, id, null)))
      return { kind: 'refused', reason: `All services of the administrator ${before.parentId} are in use.` };
    await reopenAccountRow(tx, id);
    await giveNumber(tx, id, number);
    await assignNumber(tx, number, id);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId: id,
      action: 'account.reopen',
      object: `account/${id}`,
      detail: { number },
    });
    const [account] = await readAccounts(tx, { id });
    return { kind: 'ok', account: account ?? before };
  });
}
