import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

/** Whose keys: those of an account, or of an administrator. */
export type KeyOwner = AccountId | { parentId: AdministratorId };

/** Where they are kept. */
function placeOf(owner: KeyOwner) {
  const [table, column, id] =
    typeof owner === 'object'
      ? ['parent_idempotency', 'parent_id', owner.parentId]
      : ['idempotency', 'account_id', owner];
  return { table: sql.table(table), column: sql.ref(column), id };
}

/** How long a key answers repeats (spec http-api 4.9). */
const KEY_HOURS = 24;

/** A key, and the hash of the first request with it. */
interface Key {
  key: string;
  fingerprint: Buffer | null;
}

/** Returns the answer to the first call with a key, unless the key has expired. */
export async function selectAnswer(
  db: Db,
  owner: KeyOwner,
  key: string,
): Promise<{ answer: object; fingerprint: Buffer | null } | undefined> {
  const { table, column, id } = placeOf(owner);
  const { rows } = await sql<{ answer: object; fingerprint: Buffer | null }>`
    select answer, fingerprint from ${table}
    where ${column} = ${id} and key = ${key}
      and created_at > now() - make_interval(hours => ${KEY_HOURS})`.execute(db);
  return rows[0];
}

/**
 * Takes the key for this transaction. A second caller with the same key waits here until the first commits, and then
 * gets false; if the first rolls back, the second takes the key.
 */
export async function takeKey(tx: Db, owner: KeyOwner, { key, fingerprint }: Key): Promise<boolean> {
  const { table, column, id } = placeOf(owner);
  const { rows } = await sql`
    insert into ${table} as kept (${column}, key, answer, fingerprint) values (${id}, ${key}, '{}', ${fingerprint})
    on conflict (${column}, key) do update
      set answer = '{}', created_at = now(), fingerprint = excluded.fingerprint
      where kept.created_at <= now() - make_interval(hours => ${KEY_HOURS})
    returning key
  `.execute(tx);
  return rows.length > 0;
}

export async function saveAnswer(tx: Db, owner: KeyOwner, key: string, answer: object): Promise<void> {
  const { table, column, id } = placeOf(owner);
  await sql`
    update ${table} set answer = ${JSON.stringify(answer)}
    where ${column} = ${id} and key = ${key}`.execute(tx);
}

/**
 * Marks the key as in use for at most `seconds`, so that a crash does not block it for longer. Returns null when the
 * key was marked, or the number of seconds until the mark of another call expires.
 */
export async function beginRun(
  db: Db,
  account: AccountId,
  key: string,
  seconds: number,
): Promise<number | null> {
  const { rows } = await sql`
    insert into idempotency_run (account_id, key, until)
    values (${account}, ${key}, now() + make_interval(secs => ${seconds}))
    on conflict (account_id, key) do update set until = excluded.until where idempotency_run.until < now()
    returning key`.execute(db);
  if (rows.length > 0) return null;
  const found = await sql<{ left: number }>`
    select ceil(extract(epoch from until - now()))::int as left from idempotency_run
    where account_id = ${account} and key = ${key}`.execute(db);
  return Math.max(found.rows[0]?.left ?? 1, 1);
}

/** Removes the mark when the call has ended, successfully or not. */
export async function endRun(db: Db, account: AccountId, key: string): Promise<void> {
  await db.deleteFrom('idempotency_run').where('account_id', '=', account).where('key', '=', key).execute();
}
