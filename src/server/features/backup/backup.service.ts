import type { DatabaseCopy, Snapshot } from '#engine/database/copy-port.ts';
import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { Keys } from '#engine/secrets/keys.ts';
import { writeAudit } from '#server/features/audit/audit.service.ts';

import { openArchiveWriter } from './archive-writer.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { isStillThere, readDocuments } from './backup.store.ts';

export { BackupRefusal } from './archive-format.ts';

/** What a backup is made from. */
export interface BackupDeps {
  database: Database;
  copy: DatabaseCopy;
  files: FileStore;
  keys: Keys;
}

/** What was written. `missing` counts documents whose pages are no longer in the file store: faxes that are lost already. */
export interface BackupMade {
  faxes: number;
  bytes: number;
  missing: number;
}

/** Documents a question to the database. */
const DOCUMENTS_AT_ONCE = 500;

const DOCUMENTS = 'documents/';

/** The store's own writing test. */
const PROBES = 'health/';

/**
 * Writes the whole installation into one signed archive while everything goes on: the database as it was at one moment,
 * then every file, which never changes and is not removed as long as a snapshot is open (F-ops-01). The master key is
 * not part of it.
 */
export async function makeBackup(deps: BackupDeps, path: string): Promise<BackupMade> {
  await writeAudit(deps.database.db, { actor: { kind: 'operator' }, action: 'installation.backup' });
  const writer = openArchiveWriter(path);
  const snapshot = await deps.copy.openSnapshot();
  try {
    await writeTables(snapshot, deps.keys, writer, true);
    const missing = await writeDocuments(deps, writer);
    await writeOtherFiles(deps.files, writer);
    const { rows, bytes } = await writer.finish(deps.keys.for('backup'));
    return { faxes: rows['fax'] ?? 0, bytes, missing };
  } catch (error) {
    await writer.abandon();
    throw error;
  } finally {
    await snapshot.close();
  }
}

/**
 * Writes the tables alone, as they are at this moment, into an archive of the same kind: quick, and enough where the
 * documents stay in their place, as they do in an upgrade (F-db-04).
 */
export async function backUpTables(deps: Pick<BackupDeps, 'copy' | 'keys'>, path: string): Promise<void> {
  const writer = openArchiveWriter(path);
  const snapshot = await deps.copy.openSnapshot();
  try {
    await writeTables(snapshot, deps.keys, writer, false);
    await writer.finish(deps.keys.for('backup'));
  } catch (error) {
    await writer.abandon();
    throw error;
  } finally {
    await snapshot.close();
  }
}

async function writeTables(
  snapshot: Snapshot,
  keys: Keys,
  writer: ArchiveWriter,
  documents: boolean,
): Promise<void> {
  const { migrations, tables, sequences } = snapshot;
  const createdAt = new Date().toISOString();
  await writer.head({
    format: 1,
    createdAt,
    keyFingerprint: keys.fingerprint,
    documents,
    migrations,
    tables,
    sequences,
  });
  for (const table of tables) {
    for await (const piece of snapshot.copyOut(table)) await writer.piece(table.name, piece);
  }
}

async function writeDocuments({ database, files }: BackupDeps, writer: ArchiveWriter): Promise<number> {
  let missing = 0;
  for (let after = 0; ;) {
    const documents = await readDocuments(database.db, after, DOCUMENTS_AT_ONCE);
    if (documents.length === 0) return missing;
    for (const document of documents) {
      const written = await writeFolder(files, `${document.storageKey}/`, writer);
      const complete = document.tiffKey === null || written.has(document.tiffKey);
      if (!complete && (await isStillThere(database.db, document))) missing += 1;
      after = document.id;
    }
  }
}

async function writeFolder(files: FileStore, prefix: string, writer: ArchiveWriter): Promise<Set<string>> {
  const written = new Set<string>();
  for await (const key of files.list(prefix)) {
    const bytes = await files.get(key);
    if (bytes === null) continue;
    await writer.file(key, bytes);
    written.add(key);
  }
  return written;
}

/** Brand images and the like; documents without a row are what a crash left, and stay behind. */
async function writeOtherFiles(files: FileStore, writer: ArchiveWriter): Promise<void> {
  for await (const key of files.list('')) {
    if (key.startsWith(DOCUMENTS) || key.startsWith(PROBES)) continue;
    const bytes = await files.get(key);
    if (bytes !== null) await writer.file(key, bytes);
  }
}
