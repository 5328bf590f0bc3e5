import type { Db } from '#engine/database/port.ts';

import type { AccountId } from './scope.ts';

/** Returns the fax number of an account; empty while it has none. */
export async function ownNumber(db: Db, account: AccountId): Promise<string> {
  const row = await db
    .selectFrom('account')
    .select('fax_number')
    .where('id', '=', account)
    .executeTakeFirst();
  return row?.fax_number ?? '';
}
