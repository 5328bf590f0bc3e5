import { TOUR_COMPLETE } from '#contract/mailbox/tours.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Marks the tour as complete. Returns false if it already was. */
export async function setTourComplete(tx: Db, account: AccountId): Promise<boolean> {
  const changed = await tx
    .updateTable('account_settings')
    .set({ tour: TOUR_COMPLETE, updated_at: new Date() })
    .where('account_id', '=', account)
    .where('tour', '<>', TOUR_COMPLETE)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
