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

/** These files may go: the clean-up removes them. */
export async function noteRemoved(tx: Db, storageKeys: readonly string[]): Promise<void> {
  await sql`
    insert into removed_document (storage_key) select unnest(${[...storageKeys]}::text[])
    on conflict do nothing`.execute(tx);
}

/** Files that may go, and whether nothing of them can come any more. */
export interface RemovableFiles {
  storageKey: string;
  old: boolean;
}

/**
 * What is to be removed now, what waits longest first. Twice: a page that was being drawn while its fax was deleted is
 * stored after the first time. While files wait on any machine, however long it has been away, the old ones stay: it may
 * still upload their files.
 */
export async function readRemovable(tx: Db, limit: number): Promise<RemovableFiles[]> {
  const { rows } = await sql<RemovableFiles>`
    select storage_key as "storageKey", removed_at < now() - interval '2 days' as old from removed_document
    where due_at <= now() and (removed_at >= now() - interval '2 days'
      or not exists (select from file_spool where files > 0))
    order by due_at limit ${limit}`.execute(tx);
  return rows;
}

/** Nothing is left of the old ones; of the others, more may come. What could not be removed waits an hour. */
export async function noteRemovals(
  db: Db,
  { removed, failed }: { removed: readonly RemovableFiles[]; failed: readonly RemovableFiles[] },
): Promise<void> {
  const keysOf = (files: readonly RemovableFiles[]) => files.map(({ storageKey }) => storageKey);
  await sql`
    delete from removed_document where storage_key = any(${keysOf(removed.filter(({ old }) => old))})`.execute(
    db,
  );
  await sql`
    update removed_document set due_at = removed_at + interval '2 days'
    where storage_key = any(${keysOf(removed.filter(({ old }) => !old))})`.execute(db);
  await sql`
    update removed_document set due_at = now() + interval '1 hour'
    where storage_key = any(${keysOf(failed)})`.execute(db);
}
