import type { Db } from '#engine/database/port.ts';

/** How many accounts and administrators a person may work on or for. */
export async function countPlaces(db: Db, personId: number): Promise<number> {
  const { n } = await db
    .selectFrom('membership')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}
