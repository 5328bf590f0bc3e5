import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { FileStoreAway } from './refusal.ts';
import { isAway } from './s3-faults.ts';
import { readS3Location } from './s3-location.ts';
import { openS3Store } from './s3.ts';
import type { S3Store } from './s3.ts';

/** The server's response to every request. */
let answer: { status: number; body: string };
let server: Server;
let store: S3Store;

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  server = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  store = openS3Store(readS3Location(`s3://faxes?endpoint=http://127.0.0.1:${port}`));
});

afterAll(async () => {
  await store.close();
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});

const refusal = (status: number, code: string) => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`,
});
const page = (status: number) => ({ status, body: '<html><p>Bad gateway<br></html>' });

it('a file that the bucket does not have is none', async () => {
  answer = refusal(404, 'NoSuchKey');
  expect(await store.get('documents/x/page')).toBeNull();
  answer = { status: 404, body: '' };
  expect(await store.get('documents/x/page')).toBeNull();
});

it.each([
  refusal(401, 'Unauthorized'),
  refusal(403, 'AccessDenied'),
  refusal(403, 'RequestTimeTooSkewed'),
  refusal(404, 'NoSuchBucket'),
  refusal(400, 'ExpiredToken'),
  refusal(400, 'RequestTimeout'),
  refusal(408, 'Timeout'),
  refusal(429, 'TooManyRequests'),
  refusal(503, 'SlowDown'),
  page(404),
  page(502),
])('an answer that is not about the file means that the bucket is away: $status $body', async (said) => {
  answer = said;
  await expect(store.get('documents/x/page')).rejects.toThrow(FileStoreAway);
  await expect(store.put('documents/x/page', Buffer.from('x'))).rejects.toThrow(FileStoreAway);
});

it('an answer about the file is told as it is', async () => {
  answer = refusal(400, 'EntityTooLarge');
  await expect(store.put('documents/x/page', Buffer.from('x'))).rejects.toMatchObject({
    name: 'EntityTooLarge',
  });
});

it('settings that are wrong are not called away: they do not pass by themselves', async () => {
  answer = refusal(404, 'NoSuchBucket');
  expect(await store.check()).toEqual({ ok: false, reason: 'There is no bucket faxes.' });
  answer = refusal(403, 'AccessDenied');
  expect(await store.check()).toEqual({
    ok: false,
    reason: 'The credentials may not use the bucket faxes.',
  });
  answer = refusal(503, 'SlowDown');
  expect(await store.check()).toMatchObject({ ok: false, away: true });
});

it('without credentials the bucket is away; a mistake of ours is none of its faults', () => {
  expect(isAway(Object.assign(new Error('x'), { name: 'CredentialsProviderError' }))).toBe(true);
  expect(isAway(new TypeError('x is not a function'))).toBe(false);
});
