import type { Database } from '#engine/database/port.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { setTourComplete } from './tours.store.ts';

/** Records that the account's tour was viewed. Idempotent. */
export async function completeTour(database: Database, caller: Caller): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await setTourComplete(tx, caller.accountId))) return;
    await writeAudit(tx, {
      ...byAccount(caller),
      action: 'tour.viewed',
    });
  });
}
