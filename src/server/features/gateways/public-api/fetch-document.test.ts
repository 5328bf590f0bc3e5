import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { AppError } from '#server/kit/app-error.ts';
import { provenAccount } from '#server/kit/scope.ts';
import { pairsOf, trust } from '#test/tls-pairs.ts';
import type { TlsPair } from '#test/tls-pairs.ts';
import { startReceiver } from '#test/webhook-receiver.ts';
import type { Answer, Receiver } from '#test/webhook-receiver.ts';

import { createFetchDocument } from './fetch-document.ts';
import type { FetchDeps, FetchDocument } from './fetch-document.ts';

const KIB = 1024;
const SECRET = 'what stands in the answer';

let folder: string;
const open: Receiver[] = [];
const serve = async (...answers: [Answer, ...Answer[]]): Promise<Receiver> => {
  const receiver = await startReceiver(...answers);
  open.push(receiver);
  return receiver;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-fetch-'));
});
afterAll(async () => await rm(folder, { recursive: true }));
afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.stop();
});

function fetcher(deps: Partial<FetchDeps> = {}): FetchDocument {
  return createFetchDocument({
    guard: createOutboundGuard({ allowPrivate: true }),
    allowPrivate: true,
    ownsHost: async () => await Promise.resolve(false),
    folder,
    ...deps,
  });
}

async function fetched(url: string, { maxBytes = 64 * KIB, from = fetcher(), account = 1 } = {}) {
  const document = await from({ url, account: provenAccount(account), maxBytes, field: 'files/0/url' });
  const content = await readFile(document.path);
  await document.discard();
  return { ...document, content };
}

/** Returns the code of the error, which must contain nothing but that and the field of the address. */
async function fault(...call: Parameters<typeof fetched>): Promise<string> {
  const error = await fetched(...call).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('fetched', { cause: error });
  const { code, fields = { 'files/0/url': code }, params, cause } = error;
  // Nothing of the document remains, and the error contains nothing else.
  expect([fields, params, cause]).toEqual([{ 'files/0/url': code }, {}, undefined]);
  return code;
}

const document =
  (headers: Record<string, string>, body: string | Buffer = '%PDF-1.4'): Answer =>
  (response) =>
    response.writeHead(200, headers).end(body);

describe('documents by URL', () => {
  it.each([
    ['/a/letter.pdf?x=1', {}, 'letter.pdf'],
    ['/a/letter', { 'content-type': 'application/pdf; charset=binary' }, 'letter.pdf'],
    ['/files/42/', { 'content-type': 'image/tiff' }, '42.tiff'],
    ['/', { 'content-type': 'text/plain' }, 'document.txt'],
    ['/x', { 'content-disposition': 'attachment; filename="Überweisung.pdf"' }, 'Überweisung.pdf'],
    ['/x', { 'content-disposition': "attachment; filename*=UTF-8''%e2%82%ac.pdf" }, '€.pdf'],
    ['/x', { 'content-disposition': 'attachment; filename="../../etc/passwd"' }, 'passwd'],
    ['/x', { 'content-disposition': "attachment; filename*=UTF-8''a%E2%80%AEfdp.txt" }, 'afdp.txt'],
    ['/%2e%2e%2f%2e%2e%2fx%00.pdf', {}, 'x.pdf'],
    ['/%zz.pdf', {}, '%zz.pdf'],
    ['/y.pdf', { 'content-disposition': ';;=' }, 'y.pdf'],
  ])('[A-API-06] %s with %o is called %s', async (path, headers, name) => {
    const coded = Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header, Buffer.from(value).toString('latin1')]),
    );
    const host = await serve(document(/Ü/u.test(JSON.stringify(headers)) ? headers : coded));
    const got = await fetched(`http://docs.localhost:${host.port}${path}`);
    expect([got.name, got.content.toString(), got.bytes]).toEqual([name, '%PDF-1.4', 8]);
    expect([host.got[0]?.headers.authorization, host.got[0]?.headers.cookie]).toEqual([undefined, undefined]);
  });

  it('[A-API-01] only https, no password in the address, no host of ours', async () => {
    const host = await serve(200);
    const strict = fetcher({
      allowPrivate: false,
      ownsHost: async (url) => url.hostname === 'fax.example.com',
    });
    const codes = [];
    for (const url of [
      host.url(),
      'https://a:b@docs.example.com/x.pdf',
      'https://token@docs.example.com/x.pdf',
      'https://fax.example.com/v1/faxes',
      'ftp://docs.example.com/x.pdf',
      'file:///etc/passwd',
      'data:text/plain,x',
      'gopher://docs.example.com/',
      'no address',
    ])
      codes.push(await fault(url, { from: strict }));
    expect([new Set(codes), host.got]).toEqual([new Set(['URL_NOT_ALLOWED']), []]);
  });

  it('[A-API-02] private addresses are refused in every spelling before a packet leaves', async () => {
    let packets = 0;
    const listener = createTcpServer((socket) => {
      packets += 1;
      socket.destroy();
    });
    const port = await portOf(listener);
    const from = fetcher({ guard: createOutboundGuard({ allowPrivate: false }), allowPrivate: false });
    const hosts =
      `127.0.0.1 localhost 0 [::1] [::ffff:127.0.0.1] 0x7f000001 2130706433 127.1 0177.0.0.1 169.254.169.254
      10.0.0.1 192.168.1.1 100.64.0.1 [fd00::1] [fe80::1] [64:ff9b::7f00:1] docs.localhost ①②⑦.⓪.⓪.①`.split(
        /\s+/u,
      );
    for (const host of hosts) {
      const code = await fault(`https://${host}:${port}/latest/meta-data/`, { from });
      expect([host, code]).toEqual([host, 'URL_NOT_ALLOWED']);
    }
    expect(packets).toBe(0);
    listener.close();
  });

  it('[A-API-03] redirects and every status but 200 are refused alike, and nothing is followed', async () => {
    const inside = await serve(200);
    const codes = [];
    for (const status of [201, 204, 206, 301, 302, 303, 307, 308, 401, 404, 500]) {
      const host = await serve((response) =>
        response.writeHead(status, { location: inside.url() }).end(status === 204 ? undefined : SECRET),
      );
      codes.push(await fault(host.url()));
    }
    expect([new Set(codes), inside.got]).toEqual([new Set(['URL_STATUS']), []]);
  });

  it('[A-API-04] ends a document that is too large, drips, has no end, or says too little of its length', async () => {
    const block = Buffer.alloc(16 * KIB);
    const endless = await serve((response) => {
      response.writeHead(200);
      const more = (): void => {
        if (!response.destroyed) response.write(block, more);
      };
      more();
    });
    const long = await serve(
      document({ 'content-length': String(64 * KIB + 1) }, Buffer.alloc(64 * KIB + 1)),
    );
    const exact = await serve(document({}, Buffer.alloc(64 * KIB)));
    const silent = await serve(() => undefined);
    const drip = await serve((response) => {
      response.writeHead(200).write('%PDF');
    });
    const short = await serve((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('%PDF', () => response.destroy());
    });
    const quick = fetcher({ limitMs: 300 });
    expect([
      await fault(endless.url()),
      await fault(long.url()),
      (await fetched(exact.url())).bytes,
      await fault(silent.url(), { from: quick }),
      await fault(drip.url(), { from: quick }),
      await fault(short.url()),
    ]).toEqual(['URL_TOO_LARGE', 'URL_TOO_LARGE', 64 * KIB, 'URL_TIMEOUT', 'URL_TIMEOUT', 'URL_UNREACHABLE']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('[A-API-04] inflates nothing: what comes compressed is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * KIB));
    expect(bomb.length).toBeLessThan(64 * KIB);
    const host = await serve(document({ 'content-encoding': 'gzip' }, bomb));
    expect(await fault(host.url())).toBe('URL_STATUS');
    expect(host.got[0]?.headers['accept-encoding']).toBe('identity');
    expect(await readdir(folder)).toEqual([]);
  });

  it('[A-API-05] a port that is closed, talks another protocol or has a bad certificate is unreachable, and says no more', async () => {
    const shouting = createTcpServer((socket) =>
      socket.on('error', () => undefined).end(`SSH-2.0-${SECRET}\r\n`),
    );
    const port = await portOf(shouting);
    const closed = createTcpServer();
    const closedPort = await portOf(closed);
    closed.close();
    const { good, expired } = pairsOf('docs.localhost');
    const { good: other } = pairsOf('other.localhost');
    const untrust = trust([good, expired, other]);
    const codes = [
      await fault(`http://docs.localhost:${port}/`),
      await fault(`https://docs.localhost:${port}/`),
    ];
    codes.push(await fault(`http://docs.localhost:${closedPort}/`), await fault('https://no.such.invalid/'));
    const overTls = async <T>(pair: TlsPair, ask: (url: string) => Promise<T>): Promise<T> => {
      const secure = createTlsServer(pair, (_, response) => response.end('%PDF-1.4'));
      const url = `https://docs.localhost:${await portOf(secure)}/x.pdf`;
      const asked = await ask(url);
      secure.closeAllConnections();
      secure.close();
      return asked;
    };
    for (const pair of [expired, other, pairsOf('docs.localhost').good])
      codes.push(await overTls(pair, fault));
    expect((await overTls(good, fetched)).name).toBe('x.pdf');
    untrust();
    shouting.close();
    expect([codes.length, new Set(codes)]).toEqual([7, new Set(['URL_UNREACHABLE'])]);
  });

  it('[A-API-07] four at once for an account; the others are told to come again, and those of others go on', async () => {
    const waiting: (() => void)[] = [];
    const slow = await serve((response) => waiting.push(() => response.writeHead(200).end('%PDF')));
    const from = fetcher();
    const four = Array.from({ length: 4 }, async () => await fetched(slow.url(), { from }));
    await expect.poll(() => waiting.length).toBe(4);
    expect(await fault(slow.url(), { from })).toBe('TOO_MANY_REQUESTS');
    const quick = await serve(document({}));
    expect((await fetched(quick.url(), { from, account: 2 })).bytes).toBe(8);
    for (const answer of waiting) answer();
    expect((await Promise.all(four)).map(({ bytes }) => bytes)).toEqual([4, 4, 4, 4]);
    expect((await fetched(quick.url(), { from })).bytes).toBe(8);
  });
});

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  return (server.address() as AddressInfo).port;
}
