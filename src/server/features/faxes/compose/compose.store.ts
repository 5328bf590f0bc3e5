import { sql } from 'kysely';

import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A key answers repeats for this long (spec http-api 4.9). */
const KEY_HOURS = 24;

/** A key of a client and what it was sent with; null where nothing is compared. */
export interface SendKey {
  key: string;
  fingerprint: Buffer | null;
}

/** The answer that a key got before, or null when it is new or expired. Throws IDEMPOTENCY_MISMATCH for other content. */
export async function findAnswer(
  db: Db,
  account: AccountId,
  { key, fingerprint }: SendKey,
): Promise<object | null> {
  const row = await db
    .selectFrom('idempotency')
    .select(['answer', 'fingerprint'])
    .where('account_id', '=', account)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${KEY_HOURS})`)
    .executeTakeFirst();
  const before = row?.fingerprint ?? null;
  if (before && fingerprint && !before.equals(fingerprint)) throw new AppError('IDEMPOTENCY_MISMATCH');
  return row?.answer ?? null;
}

/**
 * Takes the key for this transaction. A second sender with the same key waits here until the first has committed
 * and then gets false; when the first rolls back, the second goes on.
 */
export async function takeKey(tx: Db, account: AccountId, { key, fingerprint }: SendKey): Promise<boolean> {
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
