import type { ChildProcess } from 'node:child_process';
import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { logEvent } from '../log/engine-events.ts';
import { hasEnded, launchServer, provideCluster, readLogTail } from './embedded-cluster.ts';
import type { Cluster } from './embedded-cluster.ts';
import { findPostmaster, forgetForeignPid, stopPostmaster } from './embedded-postmaster.ts';
import type { Postmaster } from './embedded-postmaster.ts';
import { providePrograms } from './embedded-programs.ts';
import { findReach } from './embedded-reach.ts';
import { takeShare } from './embedded-share.ts';
import type { Share } from './embedded-share.ts';
import {
  mountPointIn,
  provideSocketFolder,
  rememberSocketFolder,
  renewSocketFolder,
} from './embedded-socket.ts';
import { chooseServerUser } from './embedded-user.ts';
import type { DatabaseLog } from './log.ts';
import { DatabaseRefusal } from './refusal.ts';

/** Recovery after a crash replays at most a few checkpoints' worth of log; minutes mean that something is wrong. */
const START_LIMIT_MS = 5 * 60_000;

/** A ready server without a socket for this long has lost it (to a cleaner of /tmp) and will not get it back. */
const SOCKET_LIMIT_MS = 3_000;

/** How often to launch: children of a killed server need a moment to notice and release the shared memory. */
const LAUNCH_ATTEMPTS = 8;

const POLL_MS = 15;

/** Returns the folder inside F2E_DATA. Root lets the server's user pass through it, but nobody read it. */
export async function provideDatabaseFolder(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const folder = join(await realpath(dataDir), 'database');
  await mkdir(folder, { recursive: true });
  if (process.getuid?.() === 0) await chmod(folder, 0o711);
  return folder;
}

/** Collects everything that a start needs. A running server keeps its own socket. Call it behind the start gate. */
export async function prepareCluster(databaseFolder: string): Promise<Cluster> {
  const clusterFolder = join(databaseFolder, 'cluster');
  const user = await chooseServerUser(clusterFolder);
  const running = await findPostmaster(clusterFolder);
  if (running?.socketFolder) await rememberSocketFolder(databaseFolder, running.socketFolder);
  const socketFolder = running?.socketFolder || (await provideSocketFolder(databaseFolder, user));
  await renewSocketFolder(socketFolder, user);
  const programs = await providePrograms(user.switchTo, databaseFolder);
  const reach = await findReach(user, databaseFolder, mountPointIn(socketFolder));
  return { databaseFolder, clusterFolder, socketFolder, programs, user, reach };
}

/** Joins the running server, whoever started it, or starts one. Call it behind the start gate. */
export async function joinOrStart(
  cluster: Cluster,
  log: DatabaseLog,
): Promise<{ share: Share; adopted: boolean }> {
  const deadline = Date.now() + START_LIMIT_MS;
  const launches = new Launches(cluster);
  let socketMissingSince: number | undefined;
  let reason = '';
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(cluster.clusterFolder);
    if (!postmaster) {
      await launches.keepGoing();
      await pause(POLL_MS);
      continue;
    }
    const outcome = await takeShare(postmaster.socketFolder);
    if (outcome.kind === 'held') return { share: outcome.share, adopted: launches.count === 0 };
    if (outcome.kind === 'refused') {
      throw new DatabaseRefusal(`The running database does not let this user in: ${outcome.reason}`);
    }
    if (outcome.kind === 'not-yet') reason = outcome.reason;
    const missing = outcome.kind === 'not-yet' && outcome.socketMissing && postmaster.ready;
    socketMissingSince = missing ? (socketMissingSince ?? Date.now()) : undefined;
    if (socketMissingSince !== undefined && Date.now() - socketMissingSince > SOCKET_LIMIT_MS) {
      await stopUnreachable(postmaster, log);
      socketMissingSince = undefined;
    }
    await pause(POLL_MS);
  }
  throw new DatabaseRefusal(
    `The database in ${cluster.databaseFolder} did not come up within ${START_LIMIT_MS / 60_000} minutes ` +
      `(${reason}): ${await readLogTail(cluster)}`,
  );
}

/** The launches of one start: a limited number, with growing delays. */
class Launches {
  count = 0;
  readonly #cluster: Cluster;
  #child: ChildProcess | undefined;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** Launches the server unless one of ours is already starting. */
  async keepGoing(): Promise<void> {
    if (this.#child && !hasEnded(this.#child)) return;
    if (this.count >= LAUNCH_ATTEMPTS) {
      throw new DatabaseRefusal(`The embedded database does not start: ${await readLogTail(this.#cluster)}`);
    }
    await pause(this.count * 100);
    if (this.count === 0) await provideCluster(this.#cluster);
    await forgetForeignPid(this.#cluster.clusterFolder);
    // The last user of the previous server removes the folder after stopping that server, perhaps only now.
    await renewSocketFolder(this.#cluster.socketFolder, this.#cluster.user);
    await mkdir(mountPointIn(this.#cluster.socketFolder), { recursive: true, mode: 0o755 });
    this.#child = await launchServer(this.#cluster);
    this.count += 1;
  }
}

async function stopUnreachable(postmaster: Postmaster, log: DatabaseLog): Promise<void> {
  const how = await stopPostmaster(postmaster.pid);
  logEvent(log, 'database.stray-server-stopped', { pid: postmaster.pid, how });
  if (how === 'stuck') {
    throw new DatabaseRefusal(
      `A database server (process ${postmaster.pid}) cannot be reached and does not stop.`,
    );
  }
}
