import type { Database, Db } from '#engine/database/port.ts';
import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { readDescription, writeDescription } from './description.ts';
import type { Description } from './description.ts';
import {
  findAnswered,
  findReported,
  noteDescribed,
  readDocument,
  readUndescribed,
} from './stored-faxes.store.ts';
import type { DocumentRows } from './stored-faxes.store.ts';

export { checkFiles, expectedFiles, isSame, readEvenDamaged } from './check-files.ts';
export type { FileFault } from './check-files.ts';
export { readDescription, writeDescription } from './description.ts';
export type { DescribedFax, Description } from './description.ts';
export { sha256Of } from './hash.ts';
export { spoolOf } from './spools.ts';
export { readSpools } from './spools.store.ts';
export { noteFaults, readDamage } from './scrub.store.ts';
export { readSample, readStored, readStoredOf, stillHas } from './stored-faxes.store.ts';
export type { StoredDocument } from './stored-faxes.store.ts';
export { newStorageKey, removeStored, unknownFolders } from './stored-folders.ts';

/** Documents a question to the database. */
const DOCUMENTS_AT_ONCE = 500;

/** Returns uploaded files as a description names them: without their folder. */
export function describeOriginals(originals: readonly OriginalFile[]): Description['originals'] {
  return originals.map(({ key, ...file }) => ({ ...file, file: baseName(key) }));
}

/**
 * Returns whether the database has the same fax of the same call or the same request: the line reported it, or its
 * sender sent it, again after a crash.
 */
export async function isRepeated(db: Db, { account, call, tiff, request }: Description): Promise<boolean> {
  if (request) return await findAnswered(db, request, account.id);
  return (
    call !== null && tiff?.sha256 !== undefined && (await findReported(db, call, account.id, tiff.sha256))
  );
}

/**
 * Does the same for a folder of the store: a second copy is not a lost fax, so nothing restores it, and the cleanup
 * removes it.
 */
export async function isSecondCopy(db: Db, files: FileStore, storageKey: string): Promise<boolean> {
  const what = await readDescription(files, storageKey);
  return what !== null && (await isRepeated(db, what));
}

/**
 * Describes a document whose pages were just made, before its rows show them; if the database loses the fax, it is
 * restored with the numbers that it went to.
 */
export async function describeConverted(
  db: Db,
  files: FileStore,
  documentId: number,
  pages: { tiffKey: string; sha256: Buffer; pages: number; bytes: number },
): Promise<void> {
  const rows = await readDocument(db, documentId);
  if (rows) await writeDescription(files, rows.storageKey, descriptionOf({ ...rows, ...pages }));
}

/**
 * Writes the descriptions that are missing or not final, including those of faxes from before descriptions existed.
 * Continues where a killed run stopped, until `signal` aborts. Returns how many were written.
 */
export async function describeDocuments(
  { database, files }: { database: Pick<Database, 'db'>; files: FileStore },
  signal: AbortSignal,
): Promise<number> {
  let written = 0;
  for (let after = 0; !signal.aborted;) {
    const some = await readUndescribed(database.db, after, DOCUMENTS_AT_ONCE);
    const done: number[] = [];
    for (const document of some) {
      if (document.open || signal.aborted) continue;
      await writeDescription(files, document.storageKey, descriptionOf(document));
      done.push(document.id);
    }
    await noteDescribed(database.db, done);
    written += done.length;
    after = some.at(-1)?.id ?? 0;
    if (some.length < DOCUMENTS_AT_ONCE) break;
  }
  return written;
}

function descriptionOf(rows: DocumentRows): Omit<Description, 'format'> {
  const { tiffKey, sha256, callRef } = rows;
  return {
    account: { id: rows.accountId, number: rows.number, brandId: rows.brandId },
    source: rows.source,
    createdAt: rows.createdAt.toISOString(),
    pages: rows.pages,
    bytes: rows.bytes,
    fault: rows.fault,
    tiff: tiffKey === null ? null : { file: baseName(tiffKey), sha256: sha256?.toString('hex') },
    originals: describeOriginals(rows.originals),
    ...(tiffKey === null && rows.cover !== null ? { cover: rows.cover } : {}),
    call: callRef === null ? null : { lineId: rows.lineId, callRef, called: rows.called ?? '' },
    faxes: rows.faxes,
  };
}

function baseName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
