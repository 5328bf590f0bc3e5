import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/**
 * Returns whether an account may act, is held for now (suspended, or its administrator disabled), or is closed for
 * good.
 */
export async function standingOf(db: Db, accountId: number): Promise<'acts' | 'held' | 'closed'> {
  const row = await db
    .selectFrom('account')
    .select(
      sql<
        'acts' | 'held' | 'closed'
      >`case when acts then 'acts' when state = 'closed' then 'closed' else 'held' end`.as('standing'),
    )
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.standing ?? 'closed';
}
