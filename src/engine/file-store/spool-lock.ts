import { open, readdir, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { ignoreMissing, isMissing } from './durable-file.ts';

/** A holder that has not refreshed the lock for this long is dead or frozen. */
const STALE_MS = 15_000;

/** How often the holder refreshes the lock. */
const BEAT_MS = 3_000;

/** A lock for one process at a time, also across containers that share a folder, where process IDs mean nothing. */
export interface Lock {
  /** Whether this process still holds the lock; false if it was frozen for so long that another one took over. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the lock, or returns null while another process holds it. The highest number in the folder is the lock. The
 * number after a stale lock can be created by only one process, and a number is never reused.
 */
export async function takeLock(folder: string): Promise<Lock | null> {
  const numbers = (await readdir(folder))
    .map(Number)
    .filter((number) => Number.isSafeInteger(number))
    .toSorted((a, b) => a - b);
  const last = numbers.at(-1) ?? 0;
  if (last > 0 && !(await isStale(join(folder, String(last))))) return null;
  const path = join(folder, String(last + 1));
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
  for (const old of numbers) await unlink(join(folder, String(old))).catch(ignoreMissing);
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined); // After a takeover, `isHeld` reports the loss.
  }, BEAT_MS);
  beat.unref();
  return {
    isHeld: async () => (await stat(path).catch(() => null)) !== null,
    release: async () => {
      clearInterval(beat);
      await utimes(path, 0, 0).catch(ignoreMissing);
    },
  };
}

async function isStale(path: string): Promise<boolean> {
  try {
    return Math.abs(Date.now() - (await stat(path)).mtimeMs) > STALE_MS;
  } catch (error) {
    // The next number already exists.
    if (isMissing(error)) return false;
    throw error;
  }
}
