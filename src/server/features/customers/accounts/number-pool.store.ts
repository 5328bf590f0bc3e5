import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** The kind of a number that the installation owns. */
export type NumberKind = 'local' | 'tollfree';

/** A choice of any free number of an area, or of a kind. */
export type FreeNumberChoice = { areaCode: string } | { kind: NumberKind };

/** Adds free numbers; returns those that were new. */
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

/** Locks one number; returns undefined if the installation does not own it. */
export async function lockNumber(
  tx: Db,
  digits: string,
): Promise<{ state: string; uid: number | null } | undefined> {
  return await tx
    .selectFrom('number')
    .select(['state', 'account_id as uid'])
    .where('digits', '=', digits)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the first free number of an area or kind; two callers never get the same (A-MULTI-02). */
export async function lockFreeNumber(tx: Db, wanted: FreeNumberChoice): Promise<string | undefined> {
  const row = await tx
    .selectFrom('number')
    .select('digits')
    .where('state', '=', 'free')
    .$if('areaCode' in wanted, (query) =>
      query.where('area_code', '=', 'areaCode' in wanted ? wanted.areaCode : ''),
    )
    .where('kind', '=', 'areaCode' in wanted ? 'local' : wanted.kind)
    .orderBy('digits')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.digits;
}

/** Assigns a locked number to an account. */
export async function assignNumber(tx: Db, digits: string, accountId: number): Promise<void> {
  await tx
    .updateTable('number')
    .set({ state: 'assigned', account_id: accountId, quarantine_until: null })
    .where('digits', '=', digits)
    .execute();
}

/** Removes the number from an account; it rests for `days`, so that nobody gets faxes meant for the old owner. */
export async function restNumber(tx: Db, accountId: number, days: number): Promise<void> {
  await tx
    .updateTable('number')
    .set({
      state: 'quarantine',
      account_id: null,
      last_account_id: accountId,
      quarantine_until: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .where('account_id', '=', accountId)
    .execute();
}

/** Locks the resting number of a closed account; returns undefined if it no longer rests, or the account was erased. */
export async function lockRestingNumber(tx: Db, accountId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('number as n')
    .innerJoin('account as a', 'a.id', 'n.last_account_id')
    .select('n.digits')
    .where('a.id', '=', accountId)
    .where('a.state', '=', 'closed')
    .where('a.erased_at', 'is', null)
    .where('n.state', '=', 'quarantine')
    .orderBy('n.quarantine_until', 'desc')
    .limit(1)
    .forUpdate('n')
    .executeTakeFirst();
  return row?.digits;
}

/** Frees numbers that have rested long enough; returns how many. */
export async function freeRestedNumbers(db: Db): Promise<number> {
  const freed = await db
    .updateTable('number')
    .set({ state: 'free', quarantine_until: null, last_account_id: null })
    .where('state', '=', 'quarantine')
    .where('quarantine_until', '<=', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(freed.numUpdatedRows);
}

/** Assigns a number that another carrier has handed over to an account; returns false if it is in use here. */
export async function adoptNumber(tx: Db, digits: string, accountId: number): Promise<boolean> {
  const row = await tx
    .insertInto('number')
    .values({
      digits,
      kind: 'ported',
      area_code: digits.slice(0, 3),
      state: 'assigned',
      account_id: accountId,
    })
    .onConflict((conflict) =>
      conflict
        .column('digits')
        .doUpdateSet({
          state: 'assigned',
          account_id: accountId,
          quarantine_until: null,
          last_account_id: null,
        })
        .where('number.state', 'in', ['free', 'porting', 'reserved']),
    )
    .returning('digits')
    .executeTakeFirst();
  return row !== undefined;
}
