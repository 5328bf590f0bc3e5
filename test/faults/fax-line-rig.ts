import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDiskStore } from '#engine/file-store/disk.ts';
import { chooseHylafax } from '#test/fax-rig/line-over.ts';
import { startFaxRig } from '#test/fax-rig/start-rig.ts';
import type { FaxRig } from '#test/fax-rig/start-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { killWorker, queueFax, readJob, spawnWorker, working } from './line-jobs.ts';
import type { JobNow } from './line-jobs.ts';

/** A database, a telephone network and a worker process that tests kill. */
export interface LineRig {
  fax: FaxRig;
  features: SendingRig;
  /** The worker's folder of files, and its log of faults. */
  folder: string;
  log: string;
  account: { id: number; number: string };
  /** Starts the worker; with a fault point it kills itself. */
  work(fault?: string): Promise<ChildProcess>;
  /** Kills the worker with kill -9 and waits for its end. */
  kill(worker: ChildProcess): Promise<void>;
  /** Queues a fax with the given number of dense pages; returns its job. */
  queue(to: string, pages?: number, filling?: 'bars' | 'dots'): Promise<number>;
  job(id: number): Promise<JobNow>;
  /** Waits until the job has ended. */
  ended(id: number): Promise<JobNow>;
  /** Returns the faxes that the world received for this number: the pages of each. */
  arrivedAt(number: string): Promise<{ pages: number; whole: boolean }[]>;
  /** Stops everything started for the rig. */
  stop(): Promise<void>;
}

/** How to start a rig. */
export interface LineRigOptions {
  modems: number;
  /** Additional URL parameters of the line, for an account's number. */
  parameters?: (number: string) => string;
  /** A telephone network that others share; it keeps running. */
  fax?: FaxRig;
}

/** Starts everything except the worker. */
export async function startLineRig({
  modems,
  parameters = () => '',
  fax: shared,
}: LineRigOptions): Promise<LineRig> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-line-'));
  const log = `${folder}.log`;
  const fax = shared ?? (await startFaxRig({ modems, worldModems: 2 * modems }));
  const features = await startSending({ chooseLine: chooseHylafax });
  const files = await openDiskStore(folder);
  const workers = new Set<ChildProcess>();
  const { db, pool } = features.database;
  const account = await makeAccount(db);
  await features.sending.lineAdmin.addLine({
    kind: 'hylafax',
    name: 'fax1',
    channels: modems,
    config: { url: fax.ours.url(parameters(account.number)) },
  });
  const job = async (id: number): Promise<JobNow> => await readJob(pool, id);
  return {
    fax,
    features,
    folder,
    log,
    account,
    work: async (fault = '') => {
      const child = spawnWorker([features.database.url, folder, fault, log]);
      workers.add(child);
      if (fault === '') await working(child);
      return child;
    },
    kill: killWorker,
    queue: async (to, pages = 1, filling = 'bars') =>
      await queueFax(pool, files, { account: account.id, to, pages, filling }),
    job,
    ended: async (id) =>
      await until(
        async () => await job(id),
        ({ state }) => ['DELIVERED', 'FAILED', 'UNCERTAIN'].includes(state),
      ),
    arrivedAt: async (number) =>
      (await fax.world.calls())
        .filter((call) => call[1] === 'RECV' && call[14] === `"1${number}"`)
        .map((call) => ({ pages: Number(call[10]), whole: call[13] === '""' })),
    stop: async () => {
      await Promise.all([...workers].map(killWorker));
      await features.stop();
      if (!shared) await fax.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(log, { force: true });
    },
  };
}
