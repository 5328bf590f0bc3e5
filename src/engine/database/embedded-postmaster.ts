import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A fast shutdown writes a checkpoint, which can take long on a slow disk. */
const FAST_STOP_LIMIT_MS = 60_000;

/** After SIGQUIT nothing is written any more; acknowledged data is in the log and recovered at the next start. */
const IMMEDIATE_STOP_LIMIT_MS = 15_000;

const POLL_MS = 20;

/** The contents of postmaster.pid. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  /** False while it recovers or stops. */
  ready: boolean;
}

/**
 * Finds the live server of this cluster. A process ID in postmaster.pid proves nothing after a crash: another process
 * may have it by now. So the process must be a `postgres` that was started for the folder that the file names.
 */
export async function findPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(ignoreMissing);
  const [pidLine, folder, , , socketFolder, , , status] = (text ?? '').split('\n');
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 1 || !folder || !(await isServer(pid, folder))) return undefined;
  return { pid, socketFolder: socketFolder ?? '', ready: status?.trim() === 'ready' };
}

/**
 * Removes a postmaster.pid whose process ID now belongs to a foreign process: PostgreSQL itself would refuse to start
 * beside it.
 * Call it only behind the start gate and after findPostmaster found nothing. A file with the ID of a dead process
 * stays: PostgreSQL uses it to look for children of the dead server that still write.
 */
export async function forgetForeignPid(clusterFolder: string): Promise<void> {
  const file = join(clusterFolder, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  if (text && (await isAlive(Number(text.split('\n')[0])))) await rm(file, { force: true });
}

/** Stops the server with a fast shutdown (clients are disconnected, data is flushed), then with an immediate one. */
export async function stopPostmaster(pid: number): Promise<'clean' | 'forced' | 'stuck'> {
  signal(pid, 'SIGINT');
  if (await isGoneWithin(pid, FAST_STOP_LIMIT_MS)) return 'clean';
  signal(pid, 'SIGQUIT');
  return (await isGoneWithin(pid, IMMEDIATE_STOP_LIMIT_MS)) ? 'forced' : 'stuck';
}

/** Waits for the end of a process that need not be our child. */
export async function isGoneWithin(pid: number, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (await isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await pause(POLL_MS);
  }
  return true;
}

async function isServer(pid: number, folder: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  const [program, ...args] = (await readProcess(pid, 'cmdline')).split('\0');
  const named = args.indexOf('-D');
  return program?.endsWith('/postgres') === true && named !== -1 && args[named + 1] === folder;
}

/** Whether the process is alive. A container without an init reaps no orphans: a zombie keeps its ID but is dead. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readProcess(pid, 'stat');
  const state = stat.slice(stat.lastIndexOf(')') + 2).charAt(0);
  return state !== '' && state !== 'Z' && state !== 'X';
}

async function readProcess(pid: number, what: string): Promise<string> {
  // A process that has exited in between counts as not running, not as an error.
  return await readFile(`/proc/${pid}/${what}`, 'utf8').catch(() => '');
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended by itself at this moment, as intended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
