import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { beforeEach, expect, it } from 'vitest';

import { addDraining, closeApp } from './close-app.ts';
import type { App } from './mount.ts';

/** Far longer than a test may take, in milliseconds. */
const LONG_MS = 3_600_000;
const BODY = JSON.stringify({ letter: 'a letter' });

let app: App;
let began: Promise<unknown>;

beforeEach(async () => {
  app = fastify({ forceCloseConnections: 'idle', keepAliveTimeout: LONG_MS });
  addDraining(app);
  began = new Promise((resolve) => app.addHook('onRequest', async () => resolve(undefined)));
  app.post('/', async ({ body }) => body);
  app.get('/', async () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
});

/** Sends a request but holds back the end of its body. */
async function halfSent(): Promise<ClientRequest> {
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'content-type': 'application/json', 'content-length': BODY.length };
  const agent = new Agent({ keepAlive: true });
  const half = request({ host: '127.0.0.1', port, method: 'POST', headers, agent });
  half.write(BODY.slice(0, 5));
  await began;
  return half;
}

it('answers the upload that is under way, and does not wait for its connection to be given up', async () => {
  const upload = await halfSent();
  const closed = closeApp(app, { uploadsMs: LONG_MS });
  upload.end(BODY.slice(5));
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  expect((await answer.toArray()).join('')).toBe(BODY);
  await closed;
});

it('[F-send-22] does not wait longer than its limit for an upload that does not end', async () => {
  const upload = await halfSent();
  const cut = once(upload, 'error');
  await closeApp(app, { uploadsMs: 50 });
  expect(await cut).toMatchObject([{ code: 'ECONNRESET' }]);
});

it('answers what comes over an open connection while the proxy turns away, and gives that connection up', async () => {
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (): Promise<IncomingMessage> => {
    const [answer] = await once(request({ host: '127.0.0.1', port, agent }).end(), 'response');
    await (answer as IncomingMessage).toArray();
    return answer as IncomingMessage;
  };
  expect((await ask()).headers.connection).toBe('keep-alive');
  const closed = closeApp(app, { drainMs: 300 });
  const last = await ask();
  expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
  expect(app.server.listening).toBe(true);
  await closed;
  expect(app.server.listening).toBe(false);
});
