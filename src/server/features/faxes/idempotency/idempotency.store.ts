import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

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
  account: AccountId,
  key: string,
): Promise<{ answer: object; fingerprint: Buffer | null } | undefined> {
  return await db
    .selectFrom('idempotency')
    .select(['answer', 'fingerprint'])
    .where('account_id', '=', account)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${KEY_HOURS})`)
    .executeTakeFirst();
}

/**
 * Takes the key for this transaction. A second caller with the same key waits here until the first commits, and then
 * gets false; if the first rolls back, the second takes the key.
 */
export async function takeKey(tx: Db, account: AccountId, { key, fingerprint }: Key): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency (account_id, key, answer, fingerprint) values (${account}, ${key}, '{}', ${fingerprint})
    on conflict (account_id, key) do update
      set answer = '{}', created_at = now(), fingerprint = excluded.fingerprint
      where idempotency.created_at <= now() - make_interval(hours => ${KEY_HOURS})
    returning key
  `.execute(tx);
  return rows.length > 0;
}

export async function saveAnswer(tx: Db, account: AccountId, key: string, answer: object): Promise<void> {
  await tx
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(answer) })
    .where('account_id', '=', account)
    .where('key', '=', key)
    .execute();
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
