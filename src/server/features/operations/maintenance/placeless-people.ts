import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { deletePlaceless } from './placeless-people.store.ts';

/** Days for which a login is kept, because a person who was removed or left may be invited again (docs/accounts.md). */
const KEEP_DAYS = 30;

/** Erases up to `limit` people who have worked nowhere for 30 days; the audit names each only by id. */
export async function erasePlaceless(database: Database, limit: number): Promise<number> {
  return await database.transaction(async (tx) => {
    const erased = await deletePlaceless(tx, KEEP_DAYS, limit);
    for (const id of erased)
      await writeAudit(tx, { actor: { kind: 'system' }, action: 'person.erase', object: `person/${id}` });
    return erased.length;
  });
}
