import { sql } from 'kysely';

import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A key answers repeats for this long (contract 4.9). */
const KEY_HOURS = 24;

/** The answer that a key got before, or null when it is new or expired. */
export async function findAnswer(db: Db, account: AccountId, key: string): Promise<object | null> {
  const row = await db
    .selectFrom('idempotency')
    .select('answer')
    .where('account_id', '=', account)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${KEY_HOURS})`)
    .executeTakeFirst();
  return row?.answer ?? null;
}

/**
 * Takes the key for this transaction. A second sender with the same key waits here until the first has committed
 * and then gets false; when the first rolls back, the second goes on.
 */
export async function takeKey(tx: Db, account: AccountId, key: string): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency (account_id, key, answer) values (${account}, ${key}, '{}')
    on conflict (account_id, key) do update set answer = '{}', created_at = now()
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

export async function insertDocument(
  tx: Db,
  account: AccountId,
  document: {
    storageKey: string;
    source: 'upload' | 'email' | 'egnyte';
    originals: OriginalFile[];
    cover: object | null;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('document')
    .values({
      account_id: account,
      storage_key: document.storageKey,
      source: document.source,
      originals: JSON.stringify(document.originals),
      cover: document.cover && JSON.stringify(document.cover),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
