import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { Tables } from '#engine/database/tables.ts';

/** Removes up to `limit` rows of a table for which `when` holds; `key` are the columns of its key. Returns how many. */
export async function removeRows<Table extends keyof Tables>(
  db: Db,
  table: Table,
  key: readonly (keyof Tables[Table] & string)[],
  { when, limit }: { when: RawBuilder<unknown>; limit: number },
): Promise<number> {
  const columns = sql.join(key.map((one) => sql.ref(one)));
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${when} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
