import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type S3rver from 's3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { namesBelow } from '#test/live-folder.ts';
import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';

import { BUCKET_KEYS, startBucket } from './bucket.ts';
import { whenDrained, wrongOnes } from './queue-outcomes.ts';
import { addAccount, killEverything, logIn, openBeside, startOver } from './send-product.ts';

const [A, B] = ['2125550300', '2125550301'];

/** What the bucket does with a call. */
let mood: 'well' | 'held' | 'silent' | 'broken' = 'well';
/** The answers that it holds back. */
const held: (() => void)[] = [];
let folder: string;
let bucket: S3rver;
let front: Server;
let product: Product;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-bucket-'));
  const started = await startBucket(folder);
  bucket = started.bucket;
  const { port } = started;
  front = createServer((incoming, outgoing) => {
    if (mood === 'silent') return;
    if (mood === 'broken') {
      incoming.resume();
      outgoing.writeHead(503).end();
      return;
    }
    const { method, url: path, headers } = incoming;
    const onward = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      const pass = (): void => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      };
      if (mood === 'held') held.push(pass);
      else pass();
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  product = await start();
  await addAccount(product, A);
  await addAccount(product, B);
});
afterAll(async () => {
  await killEverything(product);
  front.closeAllConnections();
  front.close();
  void bucket.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<Product> {
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return await startOver(join(folder, 'data'), {
    ...BUCKET_KEYS,
    F2E_BLOBS: `s3://faxes?endpoint=${endpoint}`,
    F2E_SPOOL_MIB: '0',
  });
}

/** The newest fax of B. */
async function newest(): Promise<{ path: string; headers: Record<string, string> }> {
  const { headers } = await logIn(product, B);
  const url = `${product.baseURL}/api/n1/db/f2e/SSPFaxArchive.json?draw=1&start=0&length=100`;
  const faxes = await until(
    async () => ((await (await fetch(url, { headers })).json()) as { data: { fax_path: string }[] }).data,
    ({ length }) => length > 0,
    60_000,
  );
  return { path: faxes[0]!.fax_path, headers };
}

async function page(): Promise<{ status: number; body: string }> {
  const { path, headers } = await newest();
  const answer = await fetch(`${product.baseURL}/api/faxui/getFaxFile?file=${path}/fax.pdf`, { headers });
  const body = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return { status: answer.status, body };
}

/** Some other calls, which are all answered. */
async function otherCalls(calls: number): Promise<void> {
  const { headers } = await logIn(product, A);
  for (let poll = 0; poll < calls; poll += 1) {
    const answer = await fetch(`${product.baseURL}/api/n1/db/f2e/MainInterface.json`, { headers });
    expect(answer.status).toBe(200);
  }
}

it('[F-store-01] a slow bucket loses nothing and holds up nobody else; fresh pages come from memory, cold ones are refused in words after 10 s', async () => {
  const sender = await logIn(product, A);
  mood = 'held';
  // Without a spool, acknowledged is what the bucket has.
  const sending = sender.send(B, 'slowly', randomUUID());
  let answered = false;
  void sending.then(() => (answered = true));
  await until(
    async () => await Promise.resolve(held.length),
    (calls) => calls > 0,
  );
  await otherCalls(50);
  expect(answered).toBe(false);
  mood = 'well';
  for (const pass of held.splice(0)) pass();
  expect((await sending).status).toBe(200);
  const beside = await openBeside(join(folder, 'data'));
  expect(wrongOnes(await whenDrained(beside), [])).toEqual([]);
  await beside.close();
  mood = 'silent';
  const warm = await page();
  expect([warm.status, warm.body.slice(0, 5)]).toEqual([200, '%PDF-']);

  // Another machine, or the same after a restart: nothing is in its memory.
  mood = 'well';
  await product.stop();
  product = await start();
  mood = 'silent';
  const cold = page();
  let refused = false;
  void cold.then(() => (refused = true));
  await otherCalls(5);
  expect(refused).toBe(false);
  const { status, body } = await cold;
  expect([status, JSON.parse(body)]).toMatchObject([
    503,
    { error: 'UNAVAILABLE', message: expect.stringMatching(/again/u) },
  ]);
  mood = 'well';
  expect((await page()).status).toBe(200);
});

it('[F-store-02] a bucket that answers 5xx, and one whose file was changed: sends are repeated or refused, a damaged page is read again and never shown', async () => {
  const sender = await logIn(product, A);
  mood = 'broken';
  const key = randomUUID();
  expect(await sender.send(B, 'broken', key)).toMatchObject({ status: 503, jobs: [] });
  mood = 'well';
  expect(await sender.send(B, 'broken', key)).toMatchObject({ status: 200, jobs: [expect.any(Number)] });
  await product.stop();
  product = await start();
  expect((await page()).status).toBe(200);
  await product.stop();
  product = await start();
  let damaged = 0;
  const files = await namesBelow(join(folder, 's3'));
  for (const name of files.filter((file) => file.endsWith('fax.tiff._S3rver_object'))) {
    const file = join(folder, 's3', name);
    const bytes = await readFile(file);
    bytes[bytes.length - 10]! ^= 1;
    await writeFile(file, bytes);
    damaged += 1;
  }
  expect(damaged).toBeGreaterThan(0);
  const { status, body } = await page();
  expect([status, JSON.parse(body)]).toMatchObject([500, { error: 'FILE_DAMAGED' }]);
  expect(body).not.toContain('%PDF');
});
