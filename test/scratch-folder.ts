import { accessSync, constants, statfsSync } from 'node:fs';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';

/** Enough for several products with their databases and documents. */
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * Moves temporary files of this process and its children, including the tests' databases, to memory if there is enough:
 * a disk that confirms every commit makes a run half as long again. The tests prove as much, because kill -9 of a
 * process does not lose what the system has yet to write to disk either. A TMPDIR of the caller takes precedence.
 */
export function useMemoryForScratch(): void {
  if (process.env['TMPDIR'] === undefined && isRoomy(MEMORY)) process.env['TMPDIR'] = MEMORY;
}

function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    // No such folder: not Linux, or a container without it.
    return false;
  }
}
