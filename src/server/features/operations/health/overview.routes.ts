import { statfs } from 'node:fs/promises';

import { operatorOverview } from '#contract/faxes/queue.admin.ts';
import type { Database } from '#engine/database/port.ts';
import { readLines } from '#server/features/faxes/lines/lines.service.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { countHeldJobs, readQueues } from './health.store.ts';
import type { Health } from './health.service.ts';
import { withinLimit } from './within-limit.ts';

/** Counts the work that waits for a person, as the features responsible for it count it. */
export type WaitingWork = () => Promise<{
  cancellations: number;
  ports: number;
  storages: number;
  unrouted: number;
}>;

/** Mounts the console's first page: the state of /readyz, the queues, and the work that waits for a person. */
export function mountOverview(
  app: App,
  {
    health,
    database,
    dataDir,
    waiting,
  }: { health: Health; database: Database; dataDir: string; waiting: WaitingWork },
): void {
  mount(app, operatorOverview, async () => {
    const [{ ready, reasons, warnings, converters, mail }, queues, lines, work, held, disk] =
      await Promise.all([
        health.readiness(),
        readQueues(database.db),
        readLines(database.db),
        waiting(),
        countHeldJobs(database.db),
        readDisk(dataDir),
      ]);
    return {
      ready,
      reasons,
      warnings,
      ...converters,
      mail: mail.transport,
      disk,
      queues,
      lines,
      waiting: { ...work, held },
    };
  });
}

async function readDisk(folder: string): Promise<{ freeBytes: number; totalBytes: number } | null> {
  const disk = await withinLimit(async () => await statfs(folder)).catch(() => null);
  return disk && { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize };
}
