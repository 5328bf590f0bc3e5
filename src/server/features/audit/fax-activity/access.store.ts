import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { AccessRow } from './access.ts';

/** Rows per statement, because PostgreSQL limits its parameters to 65,535, and a row has eleven. */
const ROWS_AT_ONCE = 1_000;

/** Adds entries; skips those whose key already exists. */
export async function insertAccesses(tx: Db, rows: readonly AccessRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insertInto('fax_access')
      .values(
        rows.slice(at, at + ROWS_AT_ONCE).map((row) => ({
          at: row.at,
          account_id: row.accountId,
          fax_id: row.faxId,
          kind: row.kind,
          form: row.form,
          actor_kind: row.actorKind,
          actor_id: row.actorId,
          name: row.name,
          address: row.address,
          device: row.device,
          access_key: row.key,
        })),
      )
      .onConflict((conflict) => conflict.column('access_key').doNothing())
      .execute();
}

/** Returns the faxes of an account whose documents contain these files of the store (`documents/<key>/<name>`). */
export async function faxesOfFiles(tx: Db, accountId: number, keys: readonly string[]): Promise<number[]> {
  if (keys.length === 0) return [];
  const folders = keys.map((key) => key.split('/', 2).join('/'));
  const { rows } = await sql<{ id: number }>`
    select f.id from document d join fax f on f.account_id = d.account_id and f.document_id = d.id
    where d.account_id = ${accountId} and d.storage_key = any(${folders}::text[]) order by f.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Records that operators opened a fax while its account was not yet known: once each, at the time of the first look.
 */
export async function noteLooks(tx: Db, callId: number, accountId: number, faxId: number): Promise<void> {
  await sql`
    insert into fax_access (at, account_id, fax_id, kind, actor_kind, actor_id, address)
    select min(at), ${accountId}::bigint, ${faxId}::bigint, 'open', actor_kind, actor_id, address from audit
    where actor_kind = 'operator' and action = 'fax.look' and object = ${`call/${callId}`}
    group by actor_kind, actor_id, address`.execute(tx);
}
