import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { SpoolReport } from '#engine/file-store/port.ts';

/** Files that wait on one machine. */
export interface StoredSpool {
  node: string;
  files: number;
  bytes: number;
  limitBytes: number;
  since: Date | null;
  /** When the machine reported this. */
  seenAt: Date;
}

/**
 * Records what waits in a spool. An empty spool counts only if it was checked after the last file was added to it:
 * another process of the same machine may have added one meanwhile.
 */
export async function reportSpool(
  db: Db,
  {
    id,
    node,
    files,
    bytes,
    limitBytes,
    since,
    seenAt,
  }: SpoolReport & Pick<StoredSpool, 'node' | 'limitBytes'>,
): Promise<void> {
  const row = { node, files, bytes, limit_bytes: limitBytes, since, seen_at: seenAt };
  if (files === 0) {
    await db.updateTable('file_spool').set(row).where('id', '=', id).where('seen_at', '<', seenAt).execute();
    return;
  }
  await db
    .insertInto('file_spool')
    .values({ id, ...row })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...row,
        // Reports of one process may overtake each other.
        seen_at: sql<Date>`greatest(file_spool.seen_at, excluded.seen_at)`,
      }),
    )
    .execute();
}

/** Returns every spool of the installation, by machine; those of machines that are gone keep their last report. */
export async function readSpools(db: Db): Promise<StoredSpool[]> {
  return await db
    .selectFrom('file_spool')
    .select(['node', 'files', 'bytes', 'limit_bytes as limitBytes', 'since', 'seen_at as seenAt'])
    .orderBy('node')
    .orderBy('id')
    .execute();
}

/** Returns whether files wait on any machine. A machine that has not reported for a week is given up. */
export async function filesWait(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('file_spool')
    .select('id')
    .where('files', '>', 0)
    .where('seen_at', '>', sql<Date>`now() - interval '7 days'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
