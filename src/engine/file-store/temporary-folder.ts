import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { ignoreMissing } from './durable-file.ts';

/** No upload and no email takes this long. */
const OLDEST_MS = 12 * 3_600_000;

/** The name of a temporary folder carries the process that fills it: its ID, and the namespace of that ID. */
const OWNED = /^(?:upload|mail)-(\d+)-(?:([0-9a-f]{8})-)?/u;

/** Containers that share a folder use the same process IDs for different processes. */
const HERE = createHash('sha256').update(`${hostname()} ${numberSpace()}`).digest('hex').slice(0, 8);

function numberSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return ''; // A system without PID namespaces.
  }
}

/**
 * Creates the folder for temporary files and removes what dead processes left in it (F-send-01): immediately if their
 * ID is valid here, after hours if it is not, as in another container.
 */
export async function prepareTemporaryFolders(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const owner = OWNED.exec(name);
    if (owner && (isGone(Number(owner[1]), owner[2] ?? '') || (await isOld(join(folder, name)))))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Creates a temporary folder of this process; the caller removes it. */
export async function makeTemporaryFolder(folder: string, kind: 'upload' | 'mail'): Promise<string> {
  return await mkdtemp(join(folder, `${kind}-${process.pid}-${HERE}-`));
}

function isGone(pid: number, where: string): boolean {
  if (where !== HERE) return false;
  // This process has just started and has no folder yet.
  if (pid === process.pid) return true;
  try {
    return pid === 0 || !process.kill(pid, 0);
  } catch {
    return true; // No such process, or another user's; either way it is not one of ours.
  }
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(ignoreMissing);
  return found ? Date.now() - found.mtimeMs > OLDEST_MS : false;
}
