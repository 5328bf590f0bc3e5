import type { Logger } from 'pino';

import type { Database, Db } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { logEvent } from '#server/kit/log-event.ts';

import {
  forgetOrphans,
  mayRemoveFiles,
  noteOrphans,
  noteRemovals,
  noteRemoved,
  readRemovable,
} from './removal.store.ts';
import type { RemovableFiles } from './removal.store.ts';
import { removeStored } from './stored-folders.ts';

export { forgetOrphans, mayRemoveFiles, noteOrphans } from './removal.store.ts';

/** Rows a statement. */
const BATCH = 200;

/** Folders that are removed at a time: each waits for the disk or the bucket. */
const SIDE_BY_SIDE = 8;

/** What the removal of files needs. */
export interface RemovalDeps {
  database: Database;
  store: FileStore;
  log: Pick<Logger, 'warn'>;
}

/**
 * Gives up files in the transaction that removes the rows that name them. Gives back those that the caller may remove
 * after its commit: none while a backup is under way, which may have seen the rows. What is left goes with the clean-up.
 */
export async function giveUpFiles(tx: Db, storageKeys: readonly string[]): Promise<readonly string[]> {
  await noteRemoved(tx, storageKeys);
  return (await mayRemoveFiles(tx)) ? storageKeys : [];
}

/**
 * Removes the files that were given up, and those of documents that were deleted, until `signal` ends it: none while a
 * backup is under way, the next run goes on. Gives back of how many.
 */
export async function removeGivenUp(deps: RemovalDeps, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (;;) {
    // What is read under this right is in no snapshot that begins later.
    const some = await deps.database.transaction(async (tx) =>
      (await mayRemoveFiles(tx)) ? await readRemovable(tx, BATCH) : [],
    );
    for (let at = 0; at < some.length; at += SIDE_BY_SIDE) {
      if (signal.aborted) return total;
      total += await removeSome(deps, some.slice(at, at + SIDE_BY_SIDE));
    }
    if (some.length < BATCH) return total;
  }
}

/** Each by itself: one that cannot be removed must not keep the others. */
async function removeSome(
  { database: { db }, store, log }: RemovalDeps,
  some: readonly RemovableFiles[],
): Promise<number> {
  const removed: RemovableFiles[] = [];
  const failed: RemovableFiles[] = [];
  await Promise.all(
    some.map(async (files) => {
      try {
        await removeStored(store, files.storageKey);
        removed.push(files);
      } catch (error) {
        failed.push(files);
        logEvent(log, 'maintenance.files-stay', { key: files.storageKey, reason: String(error) });
      }
    }),
  );
  await noteRemovals(db, { removed, failed });
  return removed.length;
}

/** Those of these names below a folder of the file store that were seen without a row `hours` ago, and still have none. */
export async function oldOrphans(
  db: Db,
  folder: string,
  names: readonly string[],
  hours: number,
): Promise<string[]> {
  const old = await noteOrphans(
    db,
    names.map((name) => folder + name),
    hours,
  );
  await forgetOrphans(db, old);
  return old.map((key) => key.slice(folder.length));
}

/**
 * Removes everything below a name of the store, and the file with that name itself. Returns how many files were below
 * it.
 */
export async function removeFiles(store: FileStore, storageKey: string): Promise<number> {
  let files = 0;
  for await (const key of store.list(`${storageKey}/`)) {
    await store.delete(key);
    files += 1;
  }
  await store.delete(storageKey);
  return files;
}
