import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chooseLine } from '#engine/fax-line/choose.ts';
import { openDiskStore } from '#engine/file-store/disk.ts';
import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { wakeWorkers } from '#server/features/faxes/queue/outbox.service.ts';
import type { FaultName } from '#server/kit/fault-point.ts';
import { makeAccount } from '#test/factories.ts';
import { startSending, until } from '#test/sending-rig.ts';

import { killWorker, queueFax, readJob, spawnWorker, working } from './line-jobs.ts';
import type { JobNow, Worker } from './line-jobs.ts';

/** Two worker processes over one queue and one line, one of which is frozen repeatedly. */
export interface FrozenRig {
  /** Lets the first worker take this fax, freezes it at the moment, and lets the second one find its lease expired. */
  freeze(to: string, moment: Moment): Promise<number>;
  /** Wakes the first worker up. */
  thaw(): Promise<void>;
  job(id: number): Promise<JobNow>;
  /** Waits until the second worker has taken the job, or has finished it. */
  takenOver(id: number): Promise<void>;
  ended(id: number): Promise<JobNow>;
  /** Stops both workers gracefully, after they have done what they were about to do. */
  finish(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * When a worker is frozen: at one of its own fault points, or before the far side has answered something. `armed`
 * receives the function that freezes it.
 */
export type Moment = FaultName | { armed(freeze: () => Promise<void>): void };

/** How many milliseconds a worker asks about a call whose worker may still be alive. */
const DOUBT_MS = 6_000;

/** Starts both workers over a line. */
export async function startFrozenRig(line: {
  kind: 'hylafax' | 'telnyx';
  config: object;
}): Promise<FrozenRig> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-frozen-'));
  const log = `${folder}.log`;
  const world = {
    guard: createOutboundGuard({ allowPrivate: true }),
    webhookUrl: () => 'http://127.0.0.1:9/',
    folderOf: () => folder,
  };
  const features = await startSending({ chooseLine: (settings) => chooseLine(settings, world) });
  const { db, pool, url } = features.database;
  const files = await openDiskStore(folder);
  const account = await makeAccount(db);
  const added = await features.sending.lineAdmin.addLine({
    ...line,
    name: 'line',
    pattern: '*',
    channels: 4,
  });
  if (added.kind === 'refused') throw new Error(added.reason);
  const start = async (): Promise<Worker> => {
    const worker = spawnWorker([url, folder, '', log, String(DOUBT_MS)]);
    await working(worker);
    return worker;
  };
  const [first, second] = await Promise.all([start(), start()]);
  const job = async (id: number): Promise<JobNow> => await readJob(pool, id);
  return {
    job,
    freeze: async (to, moment) => {
      await stopped(second, 'SIGSTOP');
      const frozen = arm(first, folder, moment);
      const id = await queueFax(pool, files, { account: account.id, to });
      await wakeWorkers(db);
      await frozen;
      await pool.query(
        "update send_job set lease_until = now() - interval '1 second' where state = 'SENDING'",
      );
      second.kill('SIGCONT');
      return id;
    },
    thaw: async () => {
      first.kill('SIGCONT');
      await until(
        async () => await stands(first),
        (still) => !still,
      );
    },
    takenOver: async (id) => {
      await until(
        async () =>
          (await pool.query('select lease_token as t, state from send_job where id = $1', [id])).rows[0],
        ({ t, state }: { t: number; state: string }) => t > 1 || state !== 'SENDING',
      );
    },
    ended: async (id) =>
      await until(
        async () => await job(id),
        ({ state }) => ['DELIVERED', 'FAILED', 'UNCERTAIN'].includes(state),
      ),
    finish: async () => {
      const gone = [first, second].map(
        async (worker) => await new Promise((resolve) => worker.once('exit', resolve)),
      );
      for (const worker of [first, second]) worker.kill('SIGTERM');
      await Promise.all(gone);
    },
    stop: async () => {
      await Promise.all([first, second].map(killWorker));
      await features.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(log, { force: true });
    },
  };
}

/** Resolves when the worker is frozen. */
async function arm(worker: Worker, folder: string, moment: Moment): Promise<void> {
  if (typeof moment === 'string') {
    writeFileSync(join(folder, `freeze-${moment}`), '');
    return await stopped(worker);
  }
  await new Promise<void>((resolve, reject) => {
    moment.armed(async () => await stopped(worker, 'SIGSTOP').then(resolve, reject));
  });
}

async function stopped(worker: Worker, signal?: 'SIGSTOP'): Promise<void> {
  if (signal) worker.kill(signal);
  await until(
    async () => await stands(worker),
    (still) => still,
  );
}

async function stands(worker: Worker): Promise<boolean> {
  const stat = await readFile(`/proc/${worker.pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
}
