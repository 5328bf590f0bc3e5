import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A draft older than this was left by a process that died; a younger one may be another process's at this moment. */
const DRAFT_LIFE_MS = 60 * 60_000;

/** Another process may remove an empty folder between our making it and using it; it cannot do so for ever. */
const FOLDER_TRIES = 5;

/**
 * Writes a file so that it survives a power cut: temporary file, fsync, rename into place, fsync of the folder.
 * `temporary` must be on the same disk as the target. Nobody ever sees a part of the file.
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

/** Removes the temporary files that crashes have left in the folder. */
export async function removeOldDrafts(drafts: string): Promise<void> {
  const tooOld = Date.now() - DRAFT_LIFE_MS;
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < tooOld) await unlink(path).catch(ignoreMissing);
  }
}

/** A rename or a new folder is on the disk only when the folder that lists it is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** For deletions: what is gone already is as good as deleted. */
export function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

/** No such file; a file where the path needs a folder; a folder where we look for a file. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/** Whether the error says that there is no such file. */
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

/** The folders that list a new folder and those above it that are new, too; `first` is the uppermost of them. */
function parentsOfNew(folder: string, first: string | undefined): string[] {
  const parents: string[] = [];
  if (first === undefined) return parents;
  for (let level = folder; level.length >= first.length; level = dirname(level)) parents.push(dirname(level));
  return parents;
}
