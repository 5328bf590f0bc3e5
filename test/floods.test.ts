import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount } from './factories.ts';
import { namesBelow } from './live-folder.ts';
import { fakeDocuments, storeFax } from './mailbox-rig.ts';
import { until } from './sending-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

let test: TestApp;
let port: number;
let me: SignedIn;
let number: string;
let fid: number;
/** No document of a zip is ready until this resolves. */
const gate = Promise.withResolvers<void>();

beforeAll(async () => {
  const { documents } = fakeDocuments();
  const slow = {
    ...documents,
    exportPdf: async (...how: Parameters<typeof documents.exportPdf>) => {
      await gate.promise;
      return await documents.exportPdf(...how);
    },
  };
  test = await startApp({ documents: slow });
  const account = await makeAccount(test.database.db);
  number = account.number;
  me = await test.signIn(number);
  ({ id: fid } = await storeFax(test, account.id));
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  gate.resolve();
  await test.stop();
});

const cookies = (session: SignedIn): string =>
  Object.entries(session.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

async function get(path: string, session = me, init: RequestInit = {}): Promise<Response> {
  const headers = { cookie: cookies(session), ...session.headers };
  return await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init });
}

/** Sends raw bytes; returns the response until the server closes the connection. */
async function exchange(bytes: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const SECOND = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const POST = 'POST /api/auth/login/faxuser.cookie HTTP/1.1\r\nHost: x\r\n';

describe('[A-DOS-02] what is no honest request gets one refusal and a closed connection', () => {
  it.each([
    ['a header over 16 kB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
    ['an address over 16 kB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    [
      'a length beside chunks',
      `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['an unknown coding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
    ['two lengths', `${POST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`, 400],
    ['a chunk extension over 16 kB', `${POST}Transfer-Encoding: chunked\r\n\r\n1;${'e'.repeat(17_000)}`, 400],
    ['line feeds alone', `GET / HTTP/1.1\nHost: x\nX: y\n\n`, 400],
  ])('%s', async (_, bytes, status) => {
    const answer = await exchange(bytes + SECOND);
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(answer).not.toContain('"ok"');
  });
});

describe('[A-HDR-04] methods that nothing here has', () => {
  it.each([
    ['TRACE', '/', 'HTTP/1.1 405'],
    ['PROPFIND', '/login', 'HTTP/1.1 405'],
    ['MKCOL', '/api/checkAuthToken', 'HTTP/1.1 405'],
    // Not an HTTP method: Node's parser refuses it, and a tunnel is closed without a response.
    ['FOO', '/', 'HTTP/1.1 400'],
    ['CONNECT', 'x:80', ''],
  ])('%s %s is refused and echoes nothing', async (method, target, status) => {
    const answer = await exchange(
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nX-Secret: echo-me\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.slice(0, 12)).toBe(status);
    expect(answer).not.toContain('echo-me');
  });
});

describe('one account that asks too much', () => {
  it('[A-DOS-03] a session has five streams, the oldest makes room; an account has twenty, then 429; others connect', async () => {
    const open: { ended: boolean }[] = [];
    const stop = new AbortController();
    const listen = async (session: SignedIn): Promise<number> => {
      const answer = await get('/api/faxui/events', session, { signal: stop.signal });
      if (answer.status !== 200) return answer.status;
      const stream = { ended: false };
      open.push(stream);
      const reading = (async () => {
        for await (const _ of answer.body ?? []) void _;
      })();
      void reading.finally(() => (stream.ended = true)).catch(() => undefined); // The test ends before the stream.
      return 200;
    };
    const sessions = [me];
    for (let n = 0; n < 4; n += 1) sessions.push(await test.signIn(number));
    for (let n = 0; n < 6; n += 1) expect(await listen(me)).toBe(200);
    await until(
      async () => open.map(({ ended }) => ended),
      (ended) => ended[0] === true && ended.slice(1).every((one) => !one),
    );
    for (const session of sessions.slice(1, 4))
      for (let n = 0; n < 5; n += 1) expect(await listen(session)).toBe(200);
    expect(await listen(sessions[4] ?? me)).toBe(429);
    const somebody = await makeAccount(test.database.db);
    expect(await listen(await test.signIn(somebody.number))).toBe(200);
    stop.abort();
  });

  it('[A-DOS-04] of two hundred zips at once two are made, the others are told when to come again; polls go on', async () => {
    const statuses: string[] = [];
    const zips = Array.from({ length: 200 }, async () => {
      const answer = await get(`/api/faxui/getFaxesArchive?fids[]=${fid}&ext=pdf`);
      statuses.push(`${answer.status} ${answer.headers.get('retry-after') ?? ''}`.trim());
      return (await answer.arrayBuffer()).byteLength;
    });
    await until(
      async () => statuses.filter((status) => status === '429 5').length,
      (refused) => refused === 198,
    );
    expect((await get('/api/db/f2e/SSPFaxArchive.json?draw=1')).status).toBe(200);
    gate.resolve();
    await Promise.all(zips);
    expect(statuses.filter((status) => status === '200')).toHaveLength(2);
    expect((await get(`/api/faxui/getFaxesArchive?fids[]=${fid}&ext=pdf`)).status).toBe(200);
  });

  it('[A-DOS-05] a thousand uploads that are broken off leave nothing on the disk', async () => {
    const uploads = join(test.folder, 'uploads');
    const bytes = async (): Promise<number> => {
      const sizes = (await namesBelow(test.folder)).map(async (name) => await stat(join(test.folder, name)));
      return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
    };
    const before = await bytes();
    for (let round = 0; round < 20; round += 1) {
      const path = round % 2 === 0 ? '/api/faxui/sendFax' : '/api/faxui/drafts';
      const sockets = Array.from({ length: 50 }, () => beginUpload(path));
      // Each has a folder, containing the part of the file received so far.
      await until(
        async () => (await namesBelow(uploads)).length,
        (names) => names === 100,
      );
      for (const socket of sockets) socket.resetAndDestroy();
      await until(
        async () => (await namesBelow(uploads)).length,
        (names) => names === 0,
      );
    }
    expect(await bytes()).toBe(before);
    // A client that neither continues nor disconnects is cut off in time.
    expect(test.app.server.requestTimeout).toBeLessThan(10 * 60_000);
  });
});

/** Sends the first kilobytes of a 9 MB form. */
function beginUpload(path: string): Socket {
  const token = Object.entries(me.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const part =
    '--b\r\nContent-Disposition: form-data; name="userfiles[0]"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
  const head =
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n${token.join('')}` +
    `Cookie: ${cookies(me)}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined); // Disconnected on purpose.
  socket.write(head + part + 'A line of a letter.\n'.repeat(2_000));
  return socket;
}
