import type { DatabaseCopy, Snapshot } from '#engine/database/copy-port.ts';
import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { Keys } from '#engine/secrets/keys.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import {
  expectedFiles,
  isSame,
  readEvenDamaged,
  readStoredOf,
  stillHas,
} from '#server/features/faxes/files/stored-faxes.service.ts';
import type { StoredDocument } from '#server/features/faxes/files/stored-faxes.service.ts';
import { openArchiveWriter } from './archive-writer.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { readBacked } from './backup.store.ts';

export { BackupRefusal } from './archive-format.ts';

/** Dependencies of a backup. */
export interface BackupDeps {
  database: Database;
  copy: DatabaseCopy;
  files: FileStore;
  keys: Keys;
}

/**
 * The result of a backup. `missing` counts documents that have lost files in the file store, `damaged` those with a
 * file that was changed or truncated there; what is left of a damaged file is in the backup.
 */
export interface BackupMade {
  faxes: number;
  bytes: number;
  missing: number;
  damaged: number;
}

/** Documents per database query. */
const DOCUMENTS_AT_ONCE = 500;

/** A transaction that deletes documents is no older than this when the snapshot is taken. */
const LONGEST_DELETION_MS = 3_600_000;

const DOCUMENTS = 'documents/';

/** Files that the store writes to test itself. */
const PROBES = 'health/';

/**
 * Writes the whole installation into one signed archive while the product keeps running: the database as of one moment,
 * then every file; files never change, and are not removed while a snapshot is open (F-ops-01). The master key is not
 * included.
 */
export async function makeBackup(deps: BackupDeps, path: string): Promise<BackupMade> {
  return await inArchive(path, async (writer) => {
    await writeAudit(deps.database.db, { actor: { kind: 'operator' }, action: 'installation.backup' });
    return await withSnapshot(deps.copy, async (snapshot) => {
      await writeTables(snapshot, deps.keys, writer, true);
      await snapshot.endReading();
      const faulty = await writeDocuments(deps, snapshot.takenAt, writer);
      await writeOtherFiles(deps.files, writer);
      await snapshot.requireLock();
      const { rows, bytes } = await writer.finish(deps.keys.for('backup'));
      return { faxes: rows['fax'] ?? 0, bytes, ...faulty };
    });
  });
}

/**
 * Writes the tables alone, as of this moment, into an archive of the same format: fast, and enough if the documents
 * stay in place, as they do in an upgrade (F-db-04).
 */
export async function backUpTables(
  { copy, keys }: Pick<BackupDeps, 'copy' | 'keys'>,
  path: string,
): Promise<void> {
  await inArchive(path, async (writer) => {
    await withSnapshot(copy, async (snapshot) => {
      await writeTables(snapshot, keys, writer, false);
      await writer.finish(keys.for('backup'));
    });
  });
}

/** Opens an archive for the work; leaves no archive behind if the work fails. Throws BackupRefusal. */
async function inArchive<T>(path: string, work: (writer: ArchiveWriter) => Promise<T>): Promise<T> {
  const writer = await openArchiveWriter(path);
  try {
    return await work(writer);
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

async function withSnapshot<T>(copy: DatabaseCopy, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const snapshot = await copy.openSnapshot();
  try {
    return await work(snapshot);
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

/** Also of those that were deleted since the snapshot was taken: its rows name them. */
async function writeDocuments(
  { database: { db }, files }: BackupDeps,
  takenAt: Date,
  writer: ArchiveWriter,
): Promise<{ missing: number; damaged: number }> {
  const faulty = { missing: 0, damaged: 0 };
  const since = new Date(takenAt.getTime() - LONGEST_DELETION_MS);
  for (let after = 0; ;) {
    const backed = await readBacked(db, after, DOCUMENTS_AT_ONCE, since);
    if (backed.length === 0) return faulty;
    const there = await readStoredOf(
      db,
      backed.map(({ id }) => id),
    );
    const documents = new Map(there.map((document) => [document.id, document]));
    for (const { id, storageKey } of backed) {
      const document = documents.get(id);
      const problem = await writeDocument(files, document ?? { storageKey }, writer);
      if (problem !== null && document && (await stillHas(db, document))) faulty[problem] += 1;
      after = id;
    }
  }
}

/** Writes all files of a document and returns their problem, if any; a damaged file is better than none. */
async function writeDocument(
  files: FileStore,
  document: StoredDocument | Pick<StoredDocument, 'storageKey'>,
  writer: ArchiveWriter,
): Promise<'missing' | 'damaged' | null> {
  const expected = new Map(('id' in document ? expectedFiles(document) : []).map((file) => [file.key, file]));
  let damaged = false;
  for await (const key of files.list(`${document.storageKey}/`)) {
    const found = await readEvenDamaged(files, key);
    if (found === null) continue;
    await writer.file(key, found.bytes);
    const file = expected.get(key);
    damaged ||= found.damaged || (file !== undefined && !isSame(found.bytes, file));
    expected.delete(key);
  }
  if (expected.size > 0) return 'missing';
  return damaged ? 'damaged' : null;
}

/** Writes other files, such as brand images. Documents without a row are left over from crashes, and are skipped. */
async function writeOtherFiles(files: FileStore, writer: ArchiveWriter): Promise<void> {
  for await (const key of files.list('')) {
    if (key.startsWith(DOCUMENTS) || key.startsWith(PROBES)) continue;
    const bytes = await files.get(key);
    if (bytes !== null) await writer.file(key, bytes);
  }
}
