import { accessSync, constants, statfsSync } from 'node:fs';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';

/** Several products with their databases and documents, with room to spare. */
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * Points temporary files of this process and its children, the tests' databases among them, to memory where there is
 * plenty: a disk that has to confirm every commit makes a run half as long again. Nothing is proved less by it, since
 * kill -9 of a process loses nothing of what the system holds for a disk either. TMPDIR of the caller wins.
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
    // No such folder here: another system than Linux, or a container without it.
    return false;
  }
}
