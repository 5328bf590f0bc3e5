import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

/** The account if it is one of the administrator's and was not removed. */
export async function findManagedAccount(
  db: Db,
  parent: AdministratorId,
  id: number,
): Promise<AccountId | undefined> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('parent_id', '=', parent)
    .where('state', '<>', 'closed')
    .executeTakeFirst();
  return row && provenAccount(row.id);
}
