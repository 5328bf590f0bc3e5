import { setTimeout as pause } from 'node:timers/promises';
import type { PoolConfig } from 'pg';

import { logEvent } from '../log/engine-events.ts';
import type { Cluster } from './embedded-cluster.ts';
import { behindStartGate } from './embedded-gate.ts';
import { findPostmaster, stopPostmaster } from './embedded-postmaster.ts';
import { productConnection } from './embedded-share.ts';
import type { Share } from './embedded-share.ts';
import { removeSocketFolder, renewSocketFolder } from './embedded-socket.ts';
import { joinOrStart, prepareCluster, provideDatabaseFolder } from './embedded-start.ts';
import type { DatabaseLog } from './log.ts';

/** Delays between attempts to restart a dead server; the last one repeats for as long as we run. */
const RESTART_WAITS_MS = [0, 250, 500, 1_000, 2_000, 5_000, 10_000, 30_000];

/** A running embedded database that this process uses, alone or with others. */
export interface EmbeddedDatabase {
  connection: PoolConfig;
  /** Whether the server was already running: another process uses it, or a killed one left it behind. */
  adopted: boolean;
  /** Ends our use; the last user of the server stops it and waits until no process of it is left. */
  stop(): Promise<void>;
}

/** The data folder (F2E_DATA) and the log. */
export interface EmbeddedOptions {
  dataDir: string;
  log: DatabaseLog;
}

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the running one.
 * Every process over the folder (the product, an operator command beside it) calls this, and all are equal: the first
 * one starts the server, each holds a share, the last one stops it, and if the server dies, the process that notices
 * restarts it while callers see connection errors. Throws DatabaseRefusal with a sentence for the operator.
 */
export async function startEmbedded({ dataDir, log }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const databaseFolder = await provideDatabaseFolder(dataDir);
  const { cluster, share, adopted } = await behindStartGate(databaseFolder, async () => {
    const prepared = await prepareCluster(databaseFolder);
    return { cluster: prepared, ...(await joinOrStart(prepared, log)) };
  });
  logEvent(log, 'database.started', { adopted, reach: cluster.reach.kind });
  const keeper = new Keeper(cluster, share, log);
  return {
    connection: productConnection(cluster.socketFolder),
    adopted,
    stop: async () => {
      await keeper.stop();
    },
  };
}

/** Keeps the server alive for as long as this process uses it. */
class Keeper {
  readonly #cluster: Cluster;
  readonly #log: DatabaseLog;
  readonly #stopping = new AbortController();
  readonly #watch: Promise<void>;
  #share: Share | undefined;

  constructor(cluster: Cluster, share: Share, log: DatabaseLog) {
    this.#cluster = cluster;
    this.#share = share;
    this.#log = log;
    this.#watch = this.#keepAlive();
  }

  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    await this.#watch;
    const share = this.#share;
    // Without a share the server was down when we were told to stop: nothing of ours is left running.
    if (!share) return;
    // Behind the gate; otherwise a process that starts meanwhile would prepare what the last user is removing.
    const standing = await behindStartGate(this.#cluster.databaseFolder, async () => {
      // The server may die at this very moment; then there is nothing left to stop.
      const found = await share.release().catch(() => 'gone' as const);
      if (found === 'last') await this.#shutDown();
      return found;
    });
    if (standing !== 'last') logEvent(this.#log, 'database.left-running', { standing });
    await share.end().catch(() => undefined); // The shutdown closed it.
  }

  async #shutDown(): Promise<void> {
    const { clusterFolder, socketFolder } = this.#cluster;
    const postmaster = await findPostmaster(clusterFolder);
    if (!postmaster) return;
    const how = await stopPostmaster(postmaster.pid);
    if (how === 'clean') logEvent(this.#log, 'database.stopped', {});
    else logEvent(this.#log, 'database.stop-timed-out', { how, pid: postmaster.pid });
    await removeSocketFolder(socketFolder);
  }

  async #keepAlive(): Promise<void> {
    const { signal } = this.#stopping;
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
    while (!signal.aborted) {
      await Promise.race([this.#share?.lost, stopped]);
      if (signal.aborted) return;
      this.#share = undefined;
      logEvent(this.#log, 'database.went-away', {});
      await this.#bringBack();
    }
  }

  async #bringBack(): Promise<void> {
    const { signal } = this.#stopping;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const wait = RESTART_WAITS_MS[Math.min(attempt, RESTART_WAITS_MS.length - 1)];
      // Stopping ends the delay early, which the loop condition checks.
      await pause(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        this.#share = await this.#restart();
        logEvent(this.#log, 'database.restarted', { attempt });
        return;
      } catch (error) {
        logEvent(this.#log, 'database.restart-failed', { attempt, err: error });
      }
    }
  }

  async #restart(): Promise<Share> {
    const { databaseFolder, socketFolder, user } = this.#cluster;
    return await behindStartGate(databaseFolder, async () => {
      await renewSocketFolder(socketFolder, user);
      return (await joinOrStart(this.#cluster, this.#log)).share;
    });
  }
}
