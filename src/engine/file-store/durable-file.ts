import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A draft older than this was left by a dead process; a younger one may still be in use by another process. */
const DRAFT_LIFE_MS = 60 * 60_000;

/** Another process may remove an empty folder between our creating and using it, but not this many times in a row. */
const FOLDER_TRIES = 5;

/**
 * Writes a file so that it survives a power failure: temporary file, fsync, rename into place, fsync of the folder.
 * `temporary` must be on the same file system as the target. Readers never see a partial file.
 */
export async function writeDurably(target: string, temporary: string, bytes: Uint8Array): Promise<void> {
  const draft = join(temporary, randomBytes(12).toString('hex'));
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveInto(draft, target);
  } catch (error) {
    await unlink(draft).catch(ignoreMissing);
    throw error;
  }
}

/** Removes temporary files that crashes left in the folder. */
export async function removeOldDrafts(drafts: string): Promise<void> {
  const tooOld = Date.now() - DRAFT_LIFE_MS;
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < tooOld) await unlink(path).catch(ignoreMissing);
  }
}

/** Syncs a folder: a rename or a new folder is durable only once its parent folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Ignores an error about a missing file, which counts as deleted, and throws any other; for deletions. */
export function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

/** Error codes for: no such file; a file where the path needs a folder; a folder where a file was expected. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/** Whether the error means that there is no such file. */
export function isMissing(error: unknown): boolean {
  return MISSING.has((error as NodeJS.ErrnoException).code ?? '');
}

async function moveInto(draft: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const folder = dirname(target);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await rename(draft, target);
      await Promise.all([folder, ...parentsOfNew(folder, made)].map(syncFolder));
      return;
    } catch (error) {
      if (attempt >= FOLDER_TRIES || !isMissing(error)) throw error;
    }
  }
}

/** Returns the parents of `folder` and of each new folder above it; `first` is the topmost new folder. */
function parentsOfNew(folder: string, first: string | undefined): string[] {
  const parents: string[] = [];
  if (first === undefined) return parents;
  for (let level = folder; level.length >= first.length; level = dirname(level)) parents.push(dirname(level));
  return parents;
}
