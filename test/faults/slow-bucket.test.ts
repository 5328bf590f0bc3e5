import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createServer, request } from 'node:http';
import type { ClientRequest, IncomingMessage, Server } from 'node:http';
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

/** How the bucket treats calls. */
let mood: 'well' | 'held' | 'silent' | 'broken' = 'well';
/** The responses that it holds back. */
const held: (() => void)[] = [];
/**
 * How many of the next page reads are corrupted in transit, and how many of the next page writes arrive only in part.
 */
const faulty = { reads: 0, writes: 0 };
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
    const { method = '', url: path = '', headers } = incoming;
    const onward = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      const pass = async (): Promise<void> => {
        const body = Buffer.concat(await answer.toArray());
        if (isNext('reads', 'GET', method, path)) body[body.length - 10]! ^= 1;
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
      };
      if (mood === 'held') held.push(() => void pass());
      else void pass();
    });
    onward.on('error', () => outgoing.destroy());
    if (isNext('writes', 'PUT', method, path)) void passHalf(incoming, onward);
    else incoming.pipe(onward);
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

/** Returns whether this call is the next faulty one. */
function isNext(kind: keyof typeof faulty, wanted: string, method: string, path: string): boolean {
  if (faulty[kind] === 0 || method !== wanted || !path.includes('fax.tiff')) return false;
  faulty[kind] -= 1;
  return true;
}

/** Breaks the connection in the middle of a file. */
async function passHalf(incoming: IncomingMessage, onward: ClientRequest): Promise<void> {
  const body = Buffer.concat(await incoming.toArray());
  onward.write(body.subarray(0, body.length / 2), () => onward.destroy(new Error('cut')));
}

async function start(): Promise<Product> {
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return await startOver(join(folder, 'data'), {
    ...BUCKET_KEYS,
    F2E_BLOBS: `s3://faxes?endpoint=${endpoint}`,
    F2E_SPOOL_MIB: '0',
    // Damage is found only by reads, not by the scrubber.
    F2E_SCRUB_DAYS: '0',
  });
}

/** Returns the newest fax of B. */
async function newest(): Promise<{ path: string; headers: Record<string, string> }> {
  const { headers } = await logIn(product, B);
  const url = `${product.baseURL}/api/n1/db/f2e/SSPFaxArchive.json?draw=1&start=0&length=100`;
  const faxes = await until(
    async () => ((await (await fetch(url, { headers })).json()) as { data: { fax_path: string }[] }).data,
    ({ length }) => length > 0,
  );
  return { path: faxes[0]!.fax_path, headers };
}

async function page(): Promise<{ status: number; body: string }> {
  const { path, headers } = await newest();
  const answer = await fetch(`${product.baseURL}/api/faxui/getFaxFile?file=${path}/fax.pdf`, { headers });
  const body = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return { status: answer.status, body };
}

/** Requests the page and asserts that no byte of it is shown; returns the refusal. */
async function refusedPage(): Promise<[status: number, answer: unknown]> {
  const { status, body } = await page();
  expect(body).not.toContain('%PDF');
  return [status, JSON.parse(body)];
}

/** Makes some other calls, all of which must succeed. */
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
  // Without a spool, a fax is acknowledged only once the bucket has it.
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

  // As on another machine, or after a restart: its memory is empty.
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

/** Returns the metric that the alert for damaged files uses. */
async function damagedFiles(): Promise<string | undefined> {
  const metrics = await (await fetch(`${product.baseURL}/metrics`)).text();
  return /^f2e_damaged_files (\d+)$/mu.exec(metrics)?.[1];
}

/** Replaces all other pages with the oldest ones, like a bucket that lost all later writes. */
async function forgetNewer(): Promise<void> {
  const PAGES = 'fax.tiff._S3rver_object';
  const stored = (await namesBelow(join(folder, 's3'))).filter((file) => file.endsWith(PAGES));
  const files = stored.map((file) => join(folder, 's3', file.slice(0, -'_object'.length)));
  const written = await Promise.all(files.map(async (file) => (await stat(`${file}_object`)).mtimeMs));
  const oldest = files[written.indexOf(Math.min(...written))]!;
  for (const file of files.filter((other) => other !== oldest))
    for (const part of ['_object', '_object.md5', '_metadata.json'])
      await copyFile(oldest + part, file + part);
}

it('[F-store-02] a bucket that answers 5xx, writes by half, reads another or an older file: sends are repeated or refused, a page is read again and never shown damaged, and the alert goes off', async () => {
  const sender = await logIn(product, A);
  mood = 'broken';
  const key = randomUUID();
  expect(await sender.send(B, 'broken', key)).toMatchObject({ status: 503, jobs: [] });
  mood = 'well';
  faulty.writes = 1;
  expect(await sender.send(B, 'broken', key)).toMatchObject({ status: 200, jobs: [expect.any(Number)] });
  const beside = await openBeside(join(folder, 'data'));
  expect(wrongOnes(await whenDrained(beside), [])).toEqual([]);
  await beside.close();
  expect(faulty.writes).toBe(0);

  // As on another machine, or after a restart: its memory is empty.
  await product.stop();
  product = await start();
  expect(await damagedFiles()).toBe('0');
  faulty.reads = 1;
  expect(await page()).toMatchObject({ status: 200, body: expect.stringMatching(/^%PDF-/u) });
  expect(faulty.reads).toBe(0);

  await product.stop();
  product = await start();
  faulty.reads = 2;
  expect(await refusedPage()).toMatchObject([500, { error: 'FILE_DAMAGED' }]);
  expect(faulty.reads).toBe(0);
  expect(await damagedFiles()).toBe('1');
  await forgetNewer();
  expect(await refusedPage()).toMatchObject([500, { error: 'FILE_DAMAGED' }]);
});
