import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Reach } from './embedded-reach.ts';
import type { ServerUser } from './embedded-user.ts';
import { DatabaseRefusal } from './refusal.ts';

/** The role that owns everything; the product never connects as it. */
export const SUPERUSER = 'postgres';

/** The product's role and database. */
export const PRODUCT = 'f2e';

/** A server log above this size is set aside once at the next start, so that it cannot fill the disk. */
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** How much of the log's end to read: enough to name the cause in one message. */
const LOG_TAIL_BYTES = 1_500;

/** Web, workers and job queue of one machine need about 40; the rest is for more processes and for test runs. */
const MAX_CONNECTIONS = 200;

/** One embedded installation on disk. */
export interface Cluster {
  /** Under F2E_DATA; holds the cluster, the server's log and the name of the socket folder. */
  databaseFolder: string;
  clusterFolder: string;
  socketFolder: string;
  programs: string;
  user: ServerUser;
  reach: Reach;
}

/** Creates the cluster on first use. It appears under its name only once it is complete. */
export async function provideCluster(cluster: Cluster): Promise<void> {
  const { clusterFolder, databaseFolder, programs, reach, user } = cluster;
  if (await stat(clusterFolder).catch(() => undefined)) {
    await refuseOtherVersion(cluster);
  } else {
    const fresh = join(databaseFolder, 'cluster.new');
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { mode: 0o700 });
    if (user.switchTo) await chown(fresh, user.uid, user.gid);
    const settings = [
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ];
    const identity = [`--username=${SUPERUSER}`, '--auth=peer'];
    const child = await launch(cluster, join(programs, 'bin', 'initdb'), [
      '-D',
      join(reach.folder, 'cluster.new'),
      ...identity,
      ...settings,
    ]);
    if ((await endOf(child)) !== 0) {
      throw new DatabaseRefusal(`The embedded database could not be made: ${await readLogTail(cluster)}`);
    }
    await rename(fresh, clusterFolder);
  }
  await writeAccessRules(cluster);
}

/** Starts the server process; the caller waits until the server responds. */
export async function launchServer(cluster: Cluster): Promise<ChildProcess> {
  await setAsideLargeLog(cluster);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: cluster.socketFolder,
    unix_socket_permissions: '0700',
    max_connections: String(MAX_CONNECTIONS),
    // A 2xx means that the fax is on the disk (ARCHITECTURE, what must always hold); no setting may undo that.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // No processes that read ahead: the database of one machine fits in memory.
    io_method: 'sync',
    // Compiling a query costs more than our longest query takes.
    jit: 'off',
    log_checkpoints: 'off',
    // Details and statements carry fax numbers and addresses, which do not belong in a log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = join(cluster.programs, 'bin', 'postgres');
  return await launch(cluster, program, ['-D', join(cluster.reach.folder, 'cluster'), ...flags]);
}

/** Returns the end of the server's log, which has the reason why it did not start. */
export async function readLogTail(cluster: Cluster): Promise<string> {
  const text = await readFile(logFile(cluster), 'utf8').catch(() => '');
  return text.slice(-LOG_TAIL_BYTES).trim() || 'it left no message';
}

/**
 * Launches a program, detached, so that Ctrl-C in our terminal reaches only us: we stop the server last, when its users
 * are done.
 */
async function launch(cluster: Cluster, program: string, args: string[]): Promise<ChildProcess> {
  const { file, args: all, options } = cluster.reach.command(program, args);
  const log = await open(logFile(cluster), 'a', 0o600);
  try {
    const child = spawn(file, all, { ...options, detached: true, stdio: ['ignore', log.fd, log.fd] });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** Whether the process is over, by itself or by a signal. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function endOf(child: ChildProcess): Promise<number | null> {
  child.ref();
  return await new Promise((resolve) => {
    if (hasEnded(child)) resolve(child.exitCode);
    else child.once('exit', resolve);
  });
}

async function refuseOtherVersion({ clusterFolder, programs }: Cluster): Promise<void> {
  const onDisk = (await readFile(join(clusterFolder, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const ours = /postgres-(\d+)\./u.exec(programs)?.[1] ?? '';
  if (onDisk === ours) return;
  throw new DatabaseRefusal(
    `The database in ${clusterFolder} was made by PostgreSQL ${onDisk || 'of unknown version'}, ` +
      `this version of f2e brings ${ours}. Make a backup with the version that made it and restore it here.`,
  );
}

/**
 * Writes who may connect: only through the socket, and only the operating-system users named here, verified by the
 * kernel. There is no password that could leak. Rewritten at every start, so that an edited or old file cannot open a
 * door.
 */
async function writeAccessRules({ clusterFolder, user }: Cluster): Promise<void> {
  const map = user.peers.flatMap((name) => [SUPERUSER, PRODUCT].map((role) => `f2e "${name}" "${role}"\n`));
  await overwrite(join(clusterFolder, 'pg_hba.conf'), 'local all all peer map=f2e\n', user);
  await overwrite(join(clusterFolder, 'pg_ident.conf'), map.join(''), user);
}

async function overwrite(file: string, text: string, user: ServerUser): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  if (user.switchTo) await chown(`${file}.new`, user.uid, user.gid);
  await rename(`${file}.new`, file);
}

async function setAsideLargeLog(cluster: Cluster): Promise<void> {
  const found = await stat(logFile(cluster)).catch(() => undefined);
  if (found && found.size > LOG_LIMIT_BYTES) await rename(logFile(cluster), `${logFile(cluster)}.old`);
}

function logFile(cluster: Cluster): string {
  return join(cluster.databaseFolder, 'server.log');
}
