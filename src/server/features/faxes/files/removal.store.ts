import { sql } from 'kysely';

import { SNAPSHOT_LOCK } from '#engine/database/copy-port.ts';
import type { Db } from '#engine/database/port.ts';

/** Takes the right to remove files until the transaction ends. Returns false while a backup reads them. */
export async function mayRemoveFiles(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ granted: boolean }>`
    select pg_try_advisory_xact_lock(${SNAPSHOT_LOCK}::bigint) as granted`.execute(tx);
  return rows[0]?.granted === true;
}

/** Records orphans. Returns those that were recorded at least `hours` ago and never belonged to anybody since. */
export async function noteOrphans(db: Db, storageKeys: readonly string[], hours: number): Promise<string[]> {
  if (storageKeys.length === 0) return [];
  await sql`delete from orphan_sighting where seen_at > now()`.execute(db);
  await db
    .insertInto('orphan_sighting')
    .values(storageKeys.map((storage_key) => ({ storage_key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from orphan_sighting
    where storage_key = any(${[...storageKeys]}) and seen_at <= now() - make_interval(hours => ${hours})`.execute(
    db,
  );
  return rows.map(({ storage_key }) => storage_key);
}

/** Deletes the records of names that were removed, or that have a document by now. */
export async function forgetOrphans(db: Db, cleared: readonly string[]): Promise<void> {
  await sql`
    delete from orphan_sighting o
    where o.storage_key = any(${[...cleared]})
      or exists (select from document d where d.storage_key = o.storage_key)`.execute(db);
}
