import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** An app password as its owner sees it. */
export interface AppPasswordRow {
  id: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  lastAddress: string;
}

/** A repeated use from the same address is recorded at most this often: a busy scanner would cause constant writes. */
const NOTE_EVERY_SECONDS = 60;

export async function listAppPasswords(db: Db, account: AccountId): Promise<AppPasswordRow[]> {
  return await db
    .selectFrom('app_password')
    .select(['id', 'name', 'created_at as createdAt'])
    .select(['last_used_at as lastUsedAt', 'last_address as lastAddress'])
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .execute();
}

/** Counts app passwords and locks the account until the transaction ends, so that parallel calls keep to the limit. */
export async function countAppPasswords(tx: Db, account: AccountId): Promise<number> {
  await tx.selectFrom('account').select('id').where('id', '=', account).forNoKeyUpdate().execute();
  const { n } = await tx
    .selectFrom('app_password')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
  return n;
}

export async function insertAppPassword(
  tx: Db,
  account: AccountId,
  { name, hash }: { name: string; hash: Buffer },
): Promise<number> {
  const { id } = await tx
    .insertInto('app_password')
    .values({ account_id: account, name, hash })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes an app password and returns its name; undefined if the account has none with this id. */
export async function deleteAppPassword(tx: Db, account: AccountId, id: number): Promise<string | undefined> {
  const gone = await tx
    .deleteFrom('app_password')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return gone?.name;
}

/** Returns the account of an app password, with every user name that its owner may log in with. */
export async function findByAppPassword(
  db: Db,
  hash: Buffer,
): Promise<{ id: number; accountId: number; number: string; emails: string[] } | undefined> {
  return await db
    .selectFrom('app_password as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(['p.id', 'p.account_id as accountId'])
    .select(sql<string>`coalesce(a.fax_number, '')`.as('number'))
    .select(
      sql<string[]>`array(
        select lower(a.admin_email) union
        select s.email from subaccount s where s.account_id = a.id and s.send_faxes
      )`.as('emails'),
    )
    .where('p.hash', '=', hash)
    .where('a.acts', '=', true)
    .executeTakeFirst();
}

export async function noteUse(db: Db, id: number, address: string): Promise<void> {
  await db
    .updateTable('app_password')
    .set({ last_used_at: sql<Date>`now()`, last_address: address })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('last_used_at', 'is', null),
        eb('last_address', '<>', address),
        eb('last_used_at', '<', sql<Date>`now() - make_interval(secs => ${NOTE_EVERY_SECONDS})`),
      ]),
    )
    .execute();
}
