import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { withReadCache } from './read-cache.ts';
import { DamagedFile, FileStoreRefusal } from './refusal.ts';
import { readS3Location } from './s3-location.ts';
import { openS3Store } from './s3.ts';
import type { S3Store } from './s3.ts';
import { withSpool } from './spool.ts';
import { describeFileStore, expectToGoOn } from './store.contract-test.ts';

/** Changes a response of the server between us and the bucket. */
type Tamper = (body: Buffer, path: string) => Buffer | 'refuse';

let bucket: S3rver;
let proxy: Server;
let folder: string;
let tamper: Tamper = (body) => body;
const opened: S3Store[] = [];
const buckets = ['plain', ...Array.from({ length: 20 }, (_, index) => `bucket-${index}`)];

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  folder = await mkdtemp(join(tmpdir(), 'f2e-s3-'));
  bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
  const { port } = await bucket.run();
  // A bucket shows either the old or the new object whole; s3rver does so only with one request at a time.
  let turn: Promise<unknown> = Promise.resolve();
  proxy = createServer((incoming, outgoing) => {
    turn = turn.then(async () => await passOn(port, incoming, outgoing)).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  for (const store of opened) await store.close();
  proxy.closeAllConnections();
  proxy.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

async function passOn(port: number, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method, url: path = '', headers } = incoming;
  const onward = request({ port, host: '127.0.0.1', method, path, headers });
  incoming.on('aborted', () => onward.destroy(new Error('the client went away')));
  incoming.pipe(onward);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  const body = tamper(Buffer.concat(await answer.toArray()), path);
  if (body === 'refuse') outgoing.writeHead(503).end();
  else outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
}

function open(name: string): S3Store {
  const { port } = proxy.address() as AddressInfo;
  const store = openS3Store(readS3Location(`s3://${name}?endpoint=http://127.0.0.1:${port}`));
  opened.push(store);
  return store;
}

let next = 0;
const fresh = async (): Promise<S3Store> => await Promise.resolve(open(`bucket-${next++}`));
describeFileStore('S3', fresh);
describeFileStore('S3 behind the read cache', async () => withReadCache(await fresh(), 1_000_000));

it('goes on with a list where it was', async () => {
  await expectToGoOn(await fresh());
});

function flip(body: Buffer, path: string): Buffer {
  if (!path.includes('page')) return body;
  const damaged = Buffer.from(body);
  damaged[10]! ^= 1;
  return damaged;
}

describe('a bucket that misbehaves', () => {
  it('never shows a damaged page: reads again, then refuses', async () => {
    const store = open('plain');
    const page = createHash('sha512').update('page').digest();
    await store.put('documents/x/page', page);
    let reads = 0;
    tamper = (body, path) => (reads++ === 0 ? flip(body, path) : body);
    expect(Buffer.from((await store.get('documents/x/page')) ?? [])).toEqual(page);
    expect(reads).toBe(2);
    tamper = flip;
    await expect(store.get('documents/x/page')).rejects.toThrow(DamagedFile);
    tamper = (body) => body;
  });

  it('repeats what was answered with 503', async () => {
    const store = open('plain');
    let refused = 0;
    tamper = (body) => (refused++ < 2 ? 'refuse' : body);
    await store.put('documents/x/again', Buffer.from('there'));
    tamper = (body) => body;
    expect(await store.get('documents/x/again')).toHaveLength(5);
  });

  it('says plainly what is wrong', async () => {
    expect(await open('nobody-made-me').check()).toEqual({
      ok: false,
      reason: 'There is no bucket nobody-made-me.',
    });
    const nobody = openS3Store(readS3Location('s3://plain?endpoint=http://127.0.0.1:1'));
    expect(await nobody.check()).toMatchObject({
      ok: false,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

it('takes files of any size behind a spool; none of them waits on this machine', async () => {
  const direct = open('plain');
  const store = await withSpool(direct, {
    folder: join(folder, 'spool'),
    limitBytes: 1_000_000,
    hasRoom: async () => await Promise.resolve(true),
    report: async () => await Promise.reject(new Error('a file waits')),
    drains: false,
  });
  for (const size of [0, 1, 1000, 65_537]) {
    await store.put(`documents/sizes/${size}`, Buffer.alloc(size, 7));
    expect(await direct.get(`documents/sizes/${size}`)).toHaveLength(size);
  }
});

describe('the read cache', () => {
  it('answers from memory, within its bounds', async () => {
    const store = open('plain');
    const cached = withReadCache(store, 1000);
    for (const name of ['a', 'b', 'c']) await cached.put(`documents/${name}`, Buffer.alloc(100));
    await cached.put('documents/large', Buffer.alloc(500));
    const names = ['a', 'b', 'c', 'large'];
    for (const name of names) await store.delete(`documents/${name}`);
    const there = await Promise.all(names.map(async (name) => await cached.get(`documents/${name}`)));
    expect(there.map((file) => file?.length)).toEqual([100, 100, 100, undefined]);
    for (let more = 0; more < 10; more += 1) await cached.put(`documents/more-${more}`, Buffer.alloc(100));
    expect(await cached.get('documents/a')).toBeNull();
    await cached.delete('documents/more-9');
    expect(await cached.get('documents/more-9')).toBeNull();
  });
});

describe('F2E_BLOBS', () => {
  it('names a bucket', () => {
    expect(readS3Location('s3://faxes')).toEqual({
      bucket: 'faxes',
      endpoint: undefined,
      region: 'us-east-1',
      pathStyle: false,
    });
    expect(readS3Location('s3://faxes?endpoint=https://s3.example:9000&region=eu-1')).toEqual({
      bucket: 'faxes',
      endpoint: 'https://s3.example:9000',
      region: 'eu-1',
      pathStyle: true,
    });
  });

  it.each([
    's3://',
    's3://A_b',
    's3://faxes/folder',
    's3://me:secret@faxes',
    's3://faxes?endpoint=x',
    's3://faxes?regoin=x',
  ])('refuses %s', (location) => {
    expect(() => readS3Location(location)).toThrow(FileStoreRefusal);
  });
});
