import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/**
 * Assigns a free service of its administrator to an account: the preferred one if it is still free, else the first.
 * Returns false if all are in use; concurrent callers never get the same one.
 */
export async function takeSlot(
  tx: Db,
  parentId: number,
  accountId: number,
  preferred: number | null,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update service_slot set account_id = ${accountId} where id = (
      select id from service_slot where parent_id = ${parentId} and account_id is null
      order by id = ${preferred} desc, id limit 1 for update skip locked)
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Frees the service that an account used. */
export async function freeSlot(tx: Db, accountId: number): Promise<void> {
  await tx
    .updateTable('service_slot')
    .set({ account_id: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** Returns the brand of an administrator; undefined if there is none with the id. */
export async function findAdministratorBrand(db: Db, parentId: number): Promise<number | undefined> {
  const row = await db.selectFrom('parent').select('brand_id').where('id', '=', parentId).executeTakeFirst();
  return row?.brand_id;
}
