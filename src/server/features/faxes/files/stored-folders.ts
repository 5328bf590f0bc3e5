import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';

import { DESCRIPTION, DOCUMENTS } from './description.ts';
import { findUnknown } from './stored-faxes.store.ts';

/**
 * Prefix of folder names since descriptions are written: a folder with this prefix and without a description was never
 * finished, so nobody was told that its fax is safe.
 */
const DESCRIBED_SINCE = `${DOCUMENTS}d-`;

/** Folders per database query. */
const FOLDERS_AT_ONCE = 500;

/** A folder of the file store that no document of the database has. */
export interface UnknownFolder {
  storageKey: string;
  /**
   * described: a complete fax that the database has lost. unfinished: left by a crash before its fax was accepted. old:
   * from before descriptions were written, so it may be either.
   */
  kind: 'described' | 'unfinished' | 'old';
}

/** Returns a new name for the files of one document; random, so that it cannot be guessed. */
export function newStorageKey(): string {
  return `${DESCRIBED_SINCE}${newPathKey()}`;
}

/** Removes the files of one document, the description first: if this crashes, the rest is unfinished, not a fax. */
export async function removeStored(files: FileStore, storageKey: string): Promise<void> {
  await files.delete(`${storageKey}/${DESCRIPTION}`);
  for await (const key of files.list(`${storageKey}/`)) await files.delete(key);
  await files.delete(storageKey);
}

/** How a walk over the folders of a store is divided into several. */
export interface FolderWalk {
  /** Where a walk before has ended; empty for the beginning. */
  after?: string;
  /** Told after each part of the walk which folder was its last; false ends the walk. */
  goOn?: (storageKey: string) => Promise<boolean>;
}

/** Every folder of documents that the database does not know and has not deleted itself. */
export async function* unknownFolders(
  { db }: Pick<Database, 'db'>,
  files: FileStore,
  { after, goOn }: FolderWalk = {},
): AsyncIterable<UnknownFolder> {
  for await (const folders of groupsOf(foldersOf(files, after))) {
    const unknown = new Set(
      await findUnknown(
        db,
        folders.map(({ storageKey }) => storageKey),
      ),
    );
    for (const { storageKey, described } of folders) {
      if (unknown.has(storageKey)) yield { storageKey, kind: kindOf(storageKey, described) };
    }
    const last = folders.at(-1);
    if (last && (await goOn?.(last.storageKey)) === false) return;
  }
}

function kindOf(storageKey: string, described: boolean): UnknownFolder['kind'] {
  if (described) return 'described';
  return storageKey.startsWith(DESCRIBED_SINCE) ? 'unfinished' : 'old';
}

interface Folder {
  storageKey: string;
  described: boolean;
}

/** The files of one folder come one after the other from every store. */
async function* foldersOf(files: FileStore, after = ''): AsyncIterable<Folder> {
  let folder: Folder | undefined;
  // The folder itself once more: its name is all that is known of the place.
  for await (const key of files.list(DOCUMENTS, after === '' ? undefined : `${after}/`)) {
    const storageKey = key.split('/', 2).join('/');
    if (folder === undefined || folder.storageKey !== storageKey) {
      if (folder) yield folder;
      folder = { storageKey, described: false };
    }
    folder.described ||= key === `${storageKey}/${DESCRIPTION}`;
  }
  if (folder) yield folder;
}

async function* groupsOf<T>(all: AsyncIterable<T>): AsyncIterable<T[]> {
  let group: T[] = [];
  for await (const one of all) {
    group.push(one);
    if (group.length < FOLDERS_AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
