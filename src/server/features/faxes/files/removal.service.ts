import type { Db } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { forgetOrphans, noteOrphans } from './removal.store.ts';

export { forgetOrphans, mayRemoveFiles, noteOrphans } from './removal.store.ts';

/**
 * Returns those of these names below a folder of the file store that were seen without a row `hours` ago and still have
 * none.
 */
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
