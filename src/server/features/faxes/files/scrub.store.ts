import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { FileFault } from './check-files.ts';

/**
 * Returns the document after which a round continues; null if none is due. Starts a new round if the last one ended and
 * began at or before `since`.
 */
export async function beginRound(db: Db, since: Date): Promise<number | null> {
  const { rows } = await sql<{ after: number }>`
    update file_scrub set
      after_document = case when ended_at is null and began_at is not null then after_document else 0 end,
      began_at = case when ended_at is null and began_at is not null then began_at else now() end,
      ended_at = null
    where began_at is null or ended_at is null or began_at <= ${since}
    returning after_document as after`.execute(db);
  return rows[0]?.after ?? null;
}

export async function noteProgress(db: Db, after: number): Promise<void> {
  await db.updateTable('file_scrub').set({ after_document: after }).execute();
}

export async function endRound(db: Db): Promise<void> {
  await db.updateTable('file_scrub').set({ after_document: 0, ended_at: new Date() }).execute();
}

/** Replaces the recorded faults of one document by the present ones. */
export async function noteFaults(db: Db, documentId: number, faults: readonly FileFault[]): Promise<void> {
  const keys = faults.map(({ key }) => key);
  await sql`
    delete from damaged_file where document_id = ${documentId} and key <> all(${keys}::text[])`.execute(db);
  for (const { key, problem } of faults) {
    await sql`
      insert into damaged_file (key, document_id, problem) values (${key}, ${documentId}, ${problem})
      on conflict (key) do update set problem = excluded.problem`.execute(db);
  }
}

/** Records that a read found a file of a document damaged; does nothing if no document has it anymore. */
export async function noteDamaged(db: Db, storageKey: string, key: string): Promise<void> {
  await sql`
    insert into damaged_file (key, document_id, problem)
    select ${key}::text, id, 'damaged' from document where storage_key = ${storageKey}
      and (tiff_key = ${key} or originals @> jsonb_build_array(jsonb_build_object('key', ${key}::text)))
    on conflict (key) do nothing`.execute(db);
}

/** Returns how many files are known to be damaged or missing, and when all files were last compared; null for never. */
export async function readDamage(db: Db): Promise<{ files: number; comparedAt: Date | null }> {
  const { rows } = await sql<{ files: number; comparedAt: Date | null }>`
    select (select count(*)::int from damaged_file) as files, ended_at as "comparedAt" from file_scrub`.execute(
    db,
  );
  return rows[0] ?? { files: 0, comparedAt: null };
}
