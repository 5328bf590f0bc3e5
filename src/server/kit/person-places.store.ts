import type { Db } from '#engine/database/port.ts';

/** Counts the accounts and administrators that a person has a role for. */
export async function countPlaces(db: Db, personId: number): Promise<number> {
  const { n } = await db
    .selectFrom('membership')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}
