import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** An entry, with the company of the contact that has this number. */
export interface BlockedRow {
  id: number;
  caller: string;
  company: string;
}

/** Serializes changes to an account's entries, because whether an entry exists is checked before it is written. */
export async function lockBlocked(tx: Db, account: AccountId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`blocked ${account}`}, 0))`.execute(tx);
}

/** Returns all entries, oldest first. A contact's number has ten digits; an entry may also have the country code. */
export async function listBlocked(db: Db, account: AccountId): Promise<BlockedRow[]> {
  return await db
    .selectFrom('blocked_number as b')
    .leftJoin('contact as c', (join) =>
      join
        .onRef('c.account_id', '=', 'b.account_id')
        .on('c.fax_number', '<>', '')
        .on(sql<boolean>`c.fax_number in (b.digits, regexp_replace(b.digits, '^1(\\d{10})$', '\\1'))`),
    )
    .select(['b.id', 'b.caller', sql<string>`coalesce(min(c.company), '')`.as('company')])
    .where('b.account_id', '=', account)
    .groupBy(['b.account_id', 'b.id'])
    .orderBy('b.id')
    .execute();
}

/** Returns the entry with this text, or else with these digits; of longer numbers the last ten identify the caller. */
export async function findBlocked(
  tx: Db,
  account: AccountId,
  text: string,
  digits: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('blocked_number')
    .select('id')
    .where('account_id', '=', account)
    .where((eb) =>
      eb.or([
        eb('caller_key', '=', sql<string>`lower(${text})`),
        eb.and([
          eb(sql<string>`right(digits, 10)`, '=', sql<string>`right(${digits}, 10)`),
          eb('digits', '<>', ''),
        ]),
      ]),
    )
    .orderBy((eb) => eb('caller_key', '=', sql<string>`lower(${text})`), 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function countBlocked(tx: Db, account: AccountId): Promise<number> {
  const { count } = await tx
    .selectFrom('blocked_number')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertBlocked(
  tx: Db,
  account: AccountId,
  caller: string,
  digits: string,
): Promise<number> {
  const { id } = await tx
    .insertInto('blocked_number')
    .values({ account_id: account, caller, digits })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes an entry. Returns false if there is none. */
export async function deleteBlocked(tx: Db, account: AccountId, id: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('blocked_number')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Whether an entry has these last ten digits, or is one of these texts (in lower case). */
export async function isBlocked(
  db: Db,
  account: AccountId,
  call: { digits: string; texts: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ blocked: boolean }>`
    select exists (
      select from blocked_number
      where account_id = ${account}
        and ((digits <> '' and right(digits, 10) = ${call.digits}) or caller_key = any(${call.texts}))
    ) as blocked`.execute(db);
  return rows[0]?.blocked === true;
}
