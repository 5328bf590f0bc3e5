import type { Db } from '#engine/database/port.ts';

/** Kind of a number that the installation owns. */
export type NumberKind = 'local' | 'tollfree';

/** Adds free numbers; gives back those that were new. */
export async function insertNumbers(tx: Db, digits: readonly string[], kind: NumberKind): Promise<string[]> {
  if (digits.length === 0) return [];
  const rows = await tx
    .insertInto('number')
    .values(digits.map((number) => ({ digits: number, kind, area_code: number.slice(0, 3) })))
    .onConflict((conflict) => conflict.column('digits').doNothing())
    .returning('digits')
    .execute();
  return rows.map((row) => row.digits);
}

/** Locks one number; undefined when the installation does not own it. */
export async function lockNumber(tx: Db, digits: string): Promise<{ state: string } | undefined> {
  return await tx
    .selectFrom('number')
    .select('state')
    .where('digits', '=', digits)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the first free number of an area, or the first free toll-free one; two callers never get the same. */
export async function lockFreeNumber(
  tx: Db,
  wanted: { areaCode: string } | { kind: 'tollfree' },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('number')
    .select('digits')
    .where('state', '=', 'free')
    .$if('areaCode' in wanted, (query) =>
      query.where('area_code', '=', 'areaCode' in wanted ? wanted.areaCode : ''),
    )
    .where('kind', '=', 'areaCode' in wanted ? 'local' : 'tollfree')
    .orderBy('digits')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.digits;
}

/** Gives a locked number to an account. */
export async function assignNumber(tx: Db, digits: string, accountId: number): Promise<void> {
  await tx
    .updateTable('number')
    .set({ state: 'assigned', account_id: accountId, quarantine_until: null })
    .where('digits', '=', digits)
    .execute();
}
