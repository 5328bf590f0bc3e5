import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type S3rver from 's3rver';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';

import type { Database } from '#engine/database/port.ts';
import { openFileStore } from '#engine/file-store/choose.ts';
import { expectedFiles } from '#server/features/faxes/files/stored-faxes.service.ts';
import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';

import { BUCKET_KEYS, startBucket } from './bucket.ts';
import { cutWire } from '../cut-wire.ts';
import type { CutWire } from '../cut-wire.ts';
import { addAccount, killEverything, logIn, openBeside, startOver, untilAvailable } from './send-product.ts';

const [A, B] = ['2125550310', '2125550311'];
const FAXES = 200;
const AT_ONCE = 8;

let folder: string;
let bucket: S3rver;
let wire: CutWire;
let product: Product;

beforeAll(async () => {
  for (const [name, value] of Object.entries(BUCKET_KEYS)) vi.stubEnv(name, value);
  folder = await mkdtemp(join(tmpdir(), 'f2e-away-'));
  const started = await startBucket(folder);
  bucket = started.bucket;
  const { port } = started;
  wire = await cutWire({ host: '127.0.0.1', port });
  product = await start();
  await addAccount(product, A);
  await addAccount(product, B);
});

afterAll(async () => {
  await killEverything(product);
  wire.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const blobs = (): string => `s3://faxes?endpoint=http://127.0.0.1:${wire.port}`;

async function start(): Promise<Product> {
  return await startOver(join(folder, 'data'), { ...BUCKET_KEYS, F2E_BLOBS: blobs() });
}

/** Sends letters to B; every one must be acknowledged. */
async function send(from: number, to: number): Promise<number[]> {
  const sender = await logIn(product, A);
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  const jobs: number[] = [];
  const lane = async (): Promise<void> => {
    for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) {
      const key = randomUUID();
      const sent = await untilAvailable(async () => await sender.send(B, `letter ${n}`, key));
      expect([sent.status, sent.error]).toEqual([200, undefined]);
      jobs.push(...sent.jobs);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return jobs;
}

/** Returns the number of keys with waiting files; each has a folder. */
async function waiting(): Promise<number> {
  return (await readdir(join(folder, 'data/spool/files'))).length;
}

async function states({ db }: Database): Promise<Map<string, number>> {
  const jobs = await db.selectFrom('send_job').select('state').execute();
  const counts = new Map<string, number>();
  for (const { state } of jobs) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}

async function readiness(): Promise<{ status: number; warnings: string[] }> {
  const answer = await fetch(`${product.baseURL}/readyz`);
  const { warnings } = (await answer.json()) as { warnings: string[] };
  return { status: answer.status, warnings };
}

it('[F-store-03] the bucket is away: 200 faxes are taken, also over a kill -9 in the middle; it is back: all are uploaded with equal hashes, and nothing waits', async () => {
  wire.cut();
  const jobs = await send(0, FAXES / 2);
  expect(await waiting()).toBeGreaterThanOrEqual(FAXES / 2);
  await killEverything(product);
  // Starting needs no bucket either.
  product = await start();
  jobs.push(...(await send(FAXES / 2, FAXES)));
  expect(await readiness()).toMatchObject({ status: 200, warnings: [expect.stringContaining('bucket')] });
  const doctor = await product.f2e(['doctor']);
  expect(doctor.stdout).toMatch(/Files wait for the bucket: \d+ files/u);
  const metrics = await (await fetch(`${product.baseURL}/metrics`)).text();
  expect(Number(/f2e_spool_files\{node="n1"\} (\d+)/u.exec(metrics)?.[1])).toBeGreaterThan(FAXES);

  // Accepted faxes are converted and delivered in the meantime.
  const beside = await openBeside(join(folder, 'data'));
  onTestFinished(async () => await beside.close());
  await until(
    async () => await states(beside),
    (now) => (now.get('DELIVERED') ?? 0) > 0,
  );

  await wire.mend();
  await until(waiting, (files) => files === 0);
  const known = await beside.db.selectFrom('send_job').select('id').where('id', 'in', jobs).execute();
  expect([jobs.length, known.length]).toEqual([FAXES, FAXES]);
  expect((await states(beside)).get('FAILED')).toBeUndefined();
  const documents = await beside.db
    .selectFrom('document')
    .select(['tiff_key as tiffKey', 'sha256', 'originals'])
    .execute();
  // Pages may still be created and wait for a moment: everything listed now must reach the bucket.
  await until(waiting, (files) => files === 0);
  // Without a spool: the content of the bucket itself.
  const store = await openFileStore(blobs(), folder);
  const files = documents.flatMap(expectedFiles);
  // One letter each, and the pages of those that have any.
  expect(files.length).toBeGreaterThan(FAXES);
  for (const { key, sha256 } of files) {
    const bytes = await store.get(key);
    expect(bytes && createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
  await store.close?.();
  // The row is updated a moment later than the folder.
  const reported = async () => (await beside.pool.query('select files, since from file_spool')).rows;
  await until(reported, (rows) => rows.length === 1 && rows[0].files === 0 && rows[0].since === null);
  await until(readiness, ({ status, warnings }) => status === 200 && warnings.length === 0);
});
