import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount } from './factories.ts';
import { fakeDocuments, storeFax } from './mailbox-rig.ts';
import { until } from './sending-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** Larger than any socket's buffers, so that a client that does not read blocks it. */
const BIG = Buffer.alloc(32 * 1024 * 1024, '%PDF');

let test: TestApp;
let me: SignedIn;
let port: number;
let pathKey: string;

beforeAll(async () => {
  const { documents } = fakeDocuments();
  test = await startApp({ documents: { ...documents, exportPdf: async () => BIG } });
  const account = await makeAccount(test.database.db);
  me = await test.signIn(account.number);
  ({ pathKey } = await storeFax(test, account.id));
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(async () => await test.stop());

/** Sends bytes and reads nothing of the response. */
async function silent(bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined); // The server cuts the connection off, as it should.
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

async function connections(): Promise<number> {
  return await promisify(test.app.server.getConnections.bind(test.app.server))();
}

async function ask(polls: number): Promise<void> {
  const headers = { cookie: cookie(), ...me.headers };
  for (let poll = 0; poll < polls; poll += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/db/f2e/SSPFaxArchive.json?draw=1`, { headers });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
}

const cookie = () =>
  Object.entries(me.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

it('[F-client-01] clients that send or read too slowly hold up nobody, and are cut off', async () => {
  const { server } = test.app;
  expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([15_000, 300_000, 120_000]);
  const taken: Socket[] = [];
  server.on('connection', (socket) => taken.push(socket));
  const file = `GET /api/faxui/getFaxFile?file=${pathKey}/fax.pdf HTTP/1.1\r\nHost: x\r\nCookie: ${cookie()}\r\n`;
  const access = Object.entries(me.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const slow = await Promise.all([
    ...Array.from({ length: 300 }, async () => await silent('GET / HTTP/1.1\r\nHost: x\r\nX-Half: a')),
    ...Array.from({ length: 50 }, async () => await silent(`${file}${access.join('')}\r\n`)),
  ]);
  await until(connections, (open) => open >= slow.length);
  const held = [...taken];
  const drip = setInterval(() => slow.slice(0, 100).forEach((socket) => socket.write('a')), 200);
  try {
    await ask(5);
    // None of them had to be cut off first.
    expect(await connections()).toBeGreaterThanOrEqual(slow.length);
  } finally {
    clearInterval(drip);
  }
  // Their limits are too long for a test, so the same limits are shortened from here on.
  expect(held.map(({ timeout }) => timeout)).toEqual(held.map(() => 120_000));
  server.headersTimeout = 500;
  for (const socket of held) socket.setTimeout(2_000);
  // Only the few that the polls keep remain.
  await until(connections, (open) => open < 10);
  for (const socket of slow) socket.destroy();
});
