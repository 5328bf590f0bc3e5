import type { DatabaseCopy } from '#engine/database/copy-port.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { Keys } from '#engine/secrets/keys.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { BackupRefusal } from './archive-format.ts';
import type { Head } from './archive-format.ts';
import { ArchivedHashes } from './archived-hashes.ts';
import { readArchive } from './archive-reader.ts';
import type { ArchiveItem } from './archive-reader.ts';
import * as store from './backup.store.ts';

/** The result of restoring or checking a backup. */
export interface Restored {
  faxes: number;
  /** Faxes that waited to be sent, and now wait for a person's decision. */
  heldJobs: number;
  /** Files that were already damaged when the backup was made; absent if there are none. */
  damaged?: string[];
}

/** The target of a restore: an empty database and an empty file store. */
export interface RestoreDeps {
  database: Database;
  copy: DatabaseCopy;
  files: FileStore;
  keys: Keys;
}

const UNFINISHED = new Set(['QUEUED', 'CONVERTING', 'SENDING', 'WAITING']);

/** Reads the head of an archive, which is not verified at this point. */
export async function readBackupHead(path: string): Promise<Head> {
  for await (const item of readArchive(path, Buffer.alloc(0))) {
    if (item.kind === 'head') return item.head;
  }
  throw new BackupRefusal('This file is no backup of f2e.');
}

/** Reads the whole archive and verifies everything against its signature; changes nothing. Throws BackupRefusal. */
export async function checkBackup(path: string, keys: Keys): Promise<Restored> {
  let heldJobs = 0;
  let stateAt = -1;
  let hashes: ArchivedHashes | undefined;
  const damaged: string[] = [];
  for await (const item of readArchive(path, keys.for('backup'))) {
    if (item.kind === 'head') {
      const jobs = item.head.tables.find(({ name }) => name === 'send_job');
      stateAt = jobs?.columns.indexOf('state') ?? -1;
      hashes = new ArchivedHashes(item.head);
    } else if (item.kind === 'piece' && item.table === 'send_job') {
      heldJobs += countUnfinished(item.piece, stateAt);
    } else if (item.kind === 'piece' && item.table === 'document') {
      hashes?.addRows(item.piece);
    } else if (item.kind === 'file') {
      if (hashes?.isWhole(item.key, item.bytes) === false) damaged.push(item.key);
    } else if (item.kind === 'manifest') {
      return { faxes: item.manifest.rows['fax'] ?? 0, heldJobs, ...(damaged.length > 0 && { damaged }) };
    }
  }
  throw new BackupRefusal('The backup is cut short: its end is missing.');
}

/** Yields the files of a backup. Throws BackupRefusal at the end if the backup does not match its signature. */
export async function* readBackupFiles(
  path: string,
  keys: Keys,
): AsyncIterable<{ key: string; bytes: Uint8Array }> {
  for await (const item of readArchive(path, keys.for('backup'))) {
    if (item.kind === 'file') yield { key: item.key, bytes: item.bytes };
  }
}

/**
 * Counts unfinished jobs in rows of COPY's text format: columns are separated by tabs, and a state contains nothing
 * that would be escaped.
 */
function countUnfinished(piece: Buffer, column: number): number {
  return piece
    .toString('utf8')
    .split('\n')
    .filter((line) => UNFINISHED.has(line.split('\t')[column] ?? '')).length;
}

/**
 * Verifies the whole archive, then fills the empty installation with it. Faxes that waited to be sent wait for a
 * person's decision, nobody is logged in, and queued mails are not sent. Throws BackupRefusal before anything is
 * changed.
 */
export async function restoreBackup(deps: RestoreDeps, path: string): Promise<Restored> {
  const found = await checkBackup(path, deps.keys);
  await refuseFilled(deps, await readBackupHead(path));
  const held = await fill(deps, path);
  await deps.database.transaction(async (tx) => {
    await store.endRestore(tx);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'installation.restore',
      detail: { faxes: found.faxes, held },
    });
  });
  return { ...found, heldJobs: held };
}

/** Makes sure that pending work in the rows is not done again. Returns how many faxes wait for a person's decision. */
async function hold(tx: Db): Promise<number> {
  await store.endQueuedMails(tx);
  await store.forgetLogins(tx);
  return await store.holdUnfinishedJobs(tx);
}

async function refuseFilled({ copy, files }: RestoreDeps, { documents }: Head): Promise<void> {
  if (!(await copy.isEmpty()))
    throw new BackupRefusal('The database is not empty. A backup is restored into an empty one only.');
  for await (const key of files.list('documents/')) {
    // Tables alone are restored beside the documents that they belong to.
    if (key && documents)
      throw new BackupRefusal('The file store is not empty. A backup is restored into an empty one only.');
  }
}

async function fill({ database, copy, files, keys }: RestoreDeps, path: string): Promise<number> {
  const items = readArchive(path, keys.for('backup'));
  const first = await items.next();
  if (first.done === true || first.value.kind !== 'head')
    throw new BackupRefusal('This file is no backup of f2e.');
  const { migrations, tables, sequences } = first.value.head;
  const after: ArchiveItem[] = [];
  await copy.load({ migrations, tables, sequences, rows: piecesOf(items, after) });
  // Before the files: those take hours, in which much can go wrong.
  const held = await database.transaction(hold);
  for (const item of after) await putFile(files, item);
  for await (const item of items) await putFile(files, item);
  return held;
}

/**
 * Yields the pieces of tables, which precede the files; the first item of another kind ends them and is kept for later.
 */
async function* piecesOf(
  items: AsyncGenerator<ArchiveItem>,
  after: ArchiveItem[],
): AsyncIterable<{ table: string; piece: Buffer }> {
  for (;;) {
    const next = await items.next();
    if (next.done === true) return;
    if (next.value.kind !== 'piece') {
      after.push(next.value);
      return;
    }
    yield next.value;
  }
}

async function putFile(files: FileStore, item: ArchiveItem): Promise<void> {
  if (item.kind === 'file') await files.put(item.key, item.bytes);
  else if (item.kind !== 'manifest')
    throw new BackupRefusal('The parts of the backup are in the wrong order.');
}
