import { readFile, statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

import type { Database } from '#engine/database/port.ts';
import { judgeCertificate } from '#engine/mail-in/port.ts';
import { readLines } from '#server/features/faxes/lines/lines.service.ts';

import { readDamage, readSpools } from '#server/features/faxes/files/stored-faxes.service.ts';

import { countHeldJobs, readCleanUp, readLastArrival, readQueues, readStoredBytes } from './health.store.ts';
import { PURGE_LATE_DAYS } from './warnings.ts';
import { withinLimit } from './within-limit.ts';

/** States reported even if nothing is in them: a graph with gaps looks like a fault. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  send: ['QUEUED', 'CONVERTING', 'SENDING', 'WAITING'],
  convert: ['new'],
  mail: ['queued'],
  copy: ['queued'],
  background: ['created', 'retry', 'active', 'failed'],
};

/** Where the gauges look besides the database. */
export interface WatchedPlaces {
  /** F2E_DATA: the folder on the disk that fills up. */
  dataDir: string;
  /** Certificate of the mail listener; null: a self-signed one that renews itself. */
  mailCert: string | null;
}

/** Updates a group of figures. */
type Refresh = () => Promise<void>;

/**
 * Adds gauges for the state of the installation; the returned function updates them. A group that cannot be read keeps
 * its last figures, and a separate gauge names it: while the database is unavailable, the rest of this process can
 * still be watched.
 */
export function addStateGauges(
  registry: Registry,
  database: Database,
  places: WatchedPlaces | undefined,
  more: Readonly<Record<string, Refresh>>,
): () => Promise<void> {
  const fresh = new Gauge({
    name: 'f2e_watch_ok',
    help: '1 when a group of figures could be read just now, 0 when they are old',
    labelNames: ['group'],
    registers: [registry],
  });
  const groups: Record<string, Refresh> = {
    queues: queueGauges(registry, database),
    lines: lineGauges(registry, database),
    storage: storageGauges(registry, database),
    spools: spoolGauges(registry, database),
    cleanUp: cleanUpGauges(registry, database),
    ...(places && { places: placeGauges(registry, places) }),
    ...more,
  };
  return async () => {
    await Promise.all(
      Object.entries(groups).map(async ([group, refresh]) => {
        const read = await withinLimit(refresh).then(
          () => 1,
          () => 0,
        );
        fresh.set({ group }, read);
      }),
    );
  };
}

function queueGauges(registry: Registry, { db }: Database): () => Promise<void> {
  const registers = [registry];
  const depth = new Gauge({
    name: 'f2e_queue_depth',
    help: 'What waits or is worked on, by queue and state',
    labelNames: ['queue', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'f2e_queue_oldest_seconds',
    help: 'How long the one has waited that should have begun first, by queue',
    labelNames: ['queue'],
    registers,
  });
  const held = new Gauge({
    name: 'f2e_jobs_held',
    help: 'Faxes that a restore has held until an operator releases them',
    registers,
  });
  return async () => {
    const queues = await readQueues(db);
    for (const [queue, states] of Object.entries(STATES)) {
      const mine = queues.filter((row) => row.queue === queue);
      for (const state of states)
        depth.set({ queue, state }, mine.find((row) => row.state === state)?.depth ?? 0);
      oldest.set({ queue }, Math.max(0, ...mine.map(({ oldestSeconds }) => oldestSeconds)));
    }
    held.set(await countHeldJobs(db));
  };
}

function lineGauges(registry: Registry, { db }: Database): () => Promise<void> {
  const registers = [registry];
  const lines = new Gauge({
    name: 'f2e_lines',
    help: 'Lines by kind and state',
    labelNames: ['kind', 'state'],
    registers,
  });
  const busy = new Gauge({
    name: 'f2e_line_busy',
    help: 'Calls in progress by line',
    labelNames: ['line'],
    registers,
  });
  const faults = new Gauge({
    name: 'f2e_line_fault',
    help: '1 for a line that is on and takes no calls because its checks fail, else 0',
    labelNames: ['line'],
    registers,
  });
  const lastArrival = new Gauge({
    name: 'f2e_last_arrival_timestamp_seconds',
    help: 'When a fax came in last; 0 before the first one',
    registers,
  });
  return async () => {
    lines.reset();
    busy.reset();
    faults.reset();
    for (const line of await readLines(db)) {
      lines.inc({ kind: line.kind, state: line.state });
      busy.set({ line: line.name }, line.busy);
      faults.set({ line: line.name }, line.state === 'on' && line.fault !== null ? 1 : 0);
    }
    lastArrival.set(((await readLastArrival(db))?.getTime() ?? 0) / 1000);
  };
}

function storageGauges(registry: Registry, { db }: Database): () => Promise<void> {
  const bytes = new Gauge({
    name: 'f2e_storage_bytes',
    help: 'Bytes of all fax pages, counted once a day',
    registers: [registry],
  });
  const damaged = new Gauge({
    name: 'f2e_damaged_files',
    help: 'Stored files that are missing or were not as they had been stored when they were read last',
    registers: [registry],
  });
  const compared = new Gauge({
    name: 'f2e_files_compared_timestamp_seconds',
    help: 'When every stored file had been compared with its hash last; 0 before the first time',
    registers: [registry],
  });
  return async () => {
    const { files, comparedAt } = await readDamage(db);
    damaged.set(files);
    compared.set((comparedAt?.getTime() ?? 0) / 1000);
    bytes.set(await readStoredBytes(db));
  };
}

/** Whether faxes go for good when their time is over. */
function cleanUpGauges(registry: Registry, { db }: Database): () => Promise<void> {
  const purged = new Gauge({
    name: 'f2e_faxes_purged_timestamp_seconds',
    help: 'When all faxes that were deleted long enough ago had been removed for good last',
    registers: [registry],
  });
  const files = new Gauge({
    name: 'f2e_removable_files_oldest_seconds',
    help: 'How long files of a fax that is gone have waited to be removed; 0 where none wait',
    registers: [registry],
  });
  return async () => {
    const { purgedAt, oldestFileSeconds } = await readCleanUp(db, PURGE_LATE_DAYS);
    purged.set((purgedAt?.getTime() ?? 0) / 1000);
    files.set(oldestFileSeconds);
  };
}

/** Adds gauges by machine, including machines that are unavailable: files that wait there are nowhere else. */
function spoolGauges(registry: Registry, { db }: Database): () => Promise<void> {
  const more = { labelNames: ['node' as const], registers: [registry] };
  const files = new Gauge({
    name: 'f2e_spool_files',
    help: 'Files that wait for the bucket, by machine',
    ...more,
  });
  const bytes = new Gauge({ name: 'f2e_spool_bytes', help: 'Bytes of these files', ...more });
  const limit = new Gauge({
    name: 'f2e_spool_limit_bytes',
    help: 'How many bytes may wait there; 0 before anything has waited',
    ...more,
  });
  return async () => {
    const spools = await readSpools(db);
    for (const gauge of [files, bytes, limit]) gauge.reset();
    for (const spool of spools) {
      files.inc({ node: spool.node }, spool.files);
      bytes.inc({ node: spool.node }, spool.bytes);
      limit.inc({ node: spool.node }, spool.limitBytes);
    }
  };
}

function placeGauges(registry: Registry, { dataDir, mailCert }: WatchedPlaces): () => Promise<void> {
  const registers = [registry];
  const free = new Gauge({
    name: 'f2e_disk_free_bytes',
    help: 'Free bytes on the disk of the data folder',
    registers,
  });
  const expiry = new Gauge({
    name: 'f2e_cert_expiry_seconds',
    help: 'Seconds until the certificate of the mail listener ends, below 0 where it is not valid now; 0 where it is one of our own',
    registers,
  });
  return async () => {
    const { bavail, bsize } = await statfs(dataDir);
    free.set(bavail * bsize);
    if (mailCert === null) return;
    const { state, from, until } = judgeCertificate(await readFile(mailCert));
    const ms = state === 'not-yet' ? Date.now() - from.getTime() : until.getTime() - Date.now();
    expiry.set(ms / 1000);
  };
}
