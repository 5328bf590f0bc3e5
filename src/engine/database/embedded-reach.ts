import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { ServerUser } from './embedded-user.ts';
import { DatabaseRefusal } from './refusal.ts';

/** Nothing from our own environment: PG… variables would redirect the server, and secrets do not belong there. */
const CLEAN_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

/** How a program is started so that it runs as the server's user and can enter the database folder. */
export interface Reach {
  kind: 'plain' | 'bind-mount' | 'read-search';
  /** The path of the database folder, as the server sees it. */
  folder: string;
  command(program: string, args: readonly string[]): ReachedCommand;
}

/** Ready for child_process.spawn. */
export interface ReachedCommand {
  file: string;
  args: string[];
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number };
}

/**
 * Finds the least powerful method that works: plain if the user may pass every folder above, otherwise a private mount
 * of the database folder (bwrap), otherwise the right to pass closed folders (setpriv). Each is tested, because
 * containers remove different rights.
 */
export async function findReach(
  user: ServerUser,
  databaseFolder: string,
  mountPoint: string,
): Promise<Reach> {
  await mkdir(mountPoint, { recursive: true, mode: 0o755 });
  for (const way of waysIn(user, databaseFolder, mountPoint)) {
    if (await works(way)) return way;
  }
  throw new DatabaseRefusal(
    `The embedded database may not run as root, and its own user cannot reach ${databaseFolder}. ` +
      'Let others pass through the folders above it (chmod o+x), choose another F2E_DATA, ' +
      'or set F2E_DATABASE_URL to a PostgreSQL server of your own.',
  );
}

/** Returns every method that may work, the least powerful first. An ordinary user cannot switch to another user. */
export function waysIn(user: ServerUser, databaseFolder: string, mountPoint: string): Reach[] {
  const own = plain(user, databaseFolder);
  if (!user.switchTo) return [own];
  return [own, bindMount(user, databaseFolder, mountPoint), readSearch(user, databaseFolder)];
}

function plain(user: ServerUser, folder: string): Reach {
  return {
    kind: 'plain',
    folder,
    command: (program, args) => ({
      file: program,
      args: [...args],
      options: { cwd: '/', env: CLEAN_ENVIRONMENT, ...user.switchTo },
    }),
  };
}

function bindMount(user: ServerUser, folder: string, mountPoint: string): Reach {
  // No --die-with-parent: acknowledged work must survive our own crash, and the next start adopts the server.
  const mount = [
    '--dev-bind',
    '/',
    '/',
    '--bind',
    folder,
    mountPoint,
    '--',
    'setpriv',
    ...become(user),
    '--',
  ];
  return wrapped('bind-mount', mountPoint, 'bwrap', mount);
}

function readSearch(user: ServerUser, folder: string): Reach {
  // The server could then read any file; the product therefore never connects as a superuser.
  const rights = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
  return wrapped('read-search', folder, 'setpriv', [...become(user), ...rights, '--']);
}

function become(user: ServerUser): string[] {
  return [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
}

function wrapped(kind: Reach['kind'], folder: string, wrapper: string, prefix: readonly string[]): Reach {
  return {
    kind,
    folder,
    command: (program, args) => ({
      file: wrapper,
      args: [...prefix, program, ...args],
      options: { cwd: '/', env: CLEAN_ENVIRONMENT },
    }),
  };
}

/** Tests whether the user can enter both the folder and the cluster inside it. */
async function works(reach: Reach): Promise<boolean> {
  const { file, args, options } = reach.command('/bin/sh', [
    '-c',
    'test -x "$1" && { ! test -e "$2" || test -x "$2"; }',
    'sh',
    reach.folder,
    join(reach.folder, 'cluster'),
  ]);
  return await new Promise((resolve) => {
    const child = spawn(file, args, { ...options, stdio: 'ignore' });
    // A missing bwrap or setpriv means that this method does not work here.
    child.once('error', () => {
      resolve(false);
    });
    child.once('exit', (status) => {
      resolve(status === 0);
    });
  });
}
