import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId, ParentId } from '#server/kit/scope.ts';

/** The account if it is one of the administrator's and was not removed. */
export async function findChild(db: Db, parent: ParentId, id: number): Promise<AccountId | undefined> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('parent_id', '=', parent)
    .where('state', '<>', 'closed')
    .executeTakeFirst();
  return row && provenAccount(row.id);
}
