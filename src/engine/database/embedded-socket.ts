import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ServerUser } from './embedded-user.ts';
import { DatabaseRefusal } from './refusal.ts';

/** sun_path holds 108 bytes with its end; `/.s.PGSQL.5432` and `.lock` need 20 of them, the random part 12. */
const LONGEST_PARENT = 70;

const PREFIX = 'f2e-pg-';

/**
 * Returns the private folder of the server's socket: a short path with a random name, accessible only to its own user
 * (and root). The name is stored in the database folder, because every process over this folder must find the same
 * socket even after another process restarted the server.
 */
export async function provideSocketFolder(databaseFolder: string, user: ServerUser): Promise<string> {
  const remembered = await readFile(recordIn(databaseFolder), 'utf8').catch(() => '');
  if (remembered && (await isPrivate(remembered, user.uid))) return remembered;
  const folder = await makeFolder(user);
  await chmod(folder, 0o700);
  if (user.switchTo) await chown(folder, user.uid, user.gid);
  await rememberSocketFolder(databaseFolder, folder);
  return folder;
}

/** Stores the folder that a running server uses. */
export async function rememberSocketFolder(databaseFolder: string, folder: string): Promise<void> {
  await writeFile(recordIn(databaseFolder), folder, { mode: 0o600 });
}

function recordIn(databaseFolder: string): string {
  return join(databaseFolder, 'socket-folder');
}

/** Creates the same folder again if a cleaner of /run or /tmp removed it: pools already use its name. */
export async function renewSocketFolder(folder: string, user: ServerUser): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (user.switchTo && (await lstat(folder)).uid === 0) await chown(folder, user.uid, user.gid);
  if (!(await isPrivate(folder, user.uid))) {
    throw new DatabaseRefusal(`The folder ${folder} of the database's socket now belongs to someone else.`);
  }
}

/** Returns where the database folder is mounted if the server cannot reach it by its own path. */
export function mountPointIn(socketFolder: string): string {
  return join(socketFolder, 'data');
}

/** Removes the socket folder after a clean stop; never recursively, because the mount point stands for real data. */
export async function removeSocketFolder(folder: string): Promise<void> {
  for (const path of [mountPointIn(folder), folder]) {
    await rmdir(path).catch((error: NodeJS.ErrnoException) => {
      // Already gone, or it contains something that we did not create: then it stays and is used again next time.
      if (error.code !== 'ENOENT' && error.code !== 'ENOTEMPTY') throw error;
    });
  }
}

async function makeFolder(user: ServerUser): Promise<string> {
  const temporary = tmpdir().length <= LONGEST_PARENT ? tmpdir() : '/tmp';
  for (const parent of user.switchTo ? ['/run', '/tmp'] : [temporary]) {
    try {
      return await mkdtemp(join(parent, PREFIX));
    } catch {
      // A read-only /run is common in containers; the last attempt below reports its own error.
    }
  }
  return await mkdtemp(join('/tmp', PREFIX));
}

/**
 * Whether the folder is ours alone. Someone else may own a folder of that name in /tmp by now and would receive our
 * connections.
 */
async function isPrivate(folder: string, uid: number): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o077) === 0;
}
