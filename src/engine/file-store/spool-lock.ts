import { open, readdir, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { ignoreMissing, isMissing } from './durable-file.ts';

/** A holder that has not said for so long that it works is dead, or stands still. */
const STALE_MS = 15_000;

/** How often it says so. */
const BEAT_MS = 3_000;

/** One process at a time, also over a folder that containers share, where process numbers mean nothing. */
export interface Lock {
  /** False after this process stood still for so long that another one took over. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the lock, or gives null while another process has it. The lock is the highest number in the folder. A stale one
 * is followed by the next number, which only one process can make; a number is never used twice.
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
    utimes(path, now, now).catch(() => undefined); // Another process has taken over: it finds out by itself.
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
    // The next number exists by now.
    if (isMissing(error)) return false;
    throw error;
  }
}
