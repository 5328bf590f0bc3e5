import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** An area that an operator added. */
export interface AddedArea {
  code: string;
  state: string;
  name: string;
}

/** Returns the operator's areas, by state. */
export async function readAddedAreas(db: Db): Promise<AddedArea[]> {
  return await db
    .selectFrom('location_area')
    .select(['code', 'state', 'name'])
    .orderBy('state')
    .orderBy('code')
    .execute();
}

/** Returns the ids of states that are not built in, by name. */
export async function readAddedStates(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('location_state').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [name, String(id)]));
}

/** Whether an operator added the area. */
export async function isAddedArea(db: Db, code: string): Promise<boolean> {
  const row = await db.selectFrom('location_area').select('code').where('code', '=', code).executeTakeFirst();
  return row !== undefined;
}

/** Adds areas, or changes their place. */
export async function putAreas(tx: Db, areas: readonly AddedArea[]): Promise<void> {
  if (areas.length === 0) return;
  await tx
    .insertInto('location_area')
    .values([...areas])
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        name: eb.ref('excluded.name'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute();
}

/** Assigns permanent ids to states that are not built in. */
export async function putStates(tx: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx
    .insertInto('location_state')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
