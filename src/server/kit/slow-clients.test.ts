import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { App } from './mount.ts';
import { CLIENT_LIMITS, limitClients, serverLimits } from './slow-clients.ts';
import type { ClientLimits } from './slow-clients.ts';

/** The product's limits, scaled down; on a busy machine, one process may stand still for a second. */
const LIMITS: ClientLimits = {
  headersMs: 4_000,
  requestMs: 12_000,
  stallMs: 1_500,
  bodyBytes: 4_096,
  checkMs: 50,
  perAddress: 40,
  proxies: ['127.0.0.9', '127.0.9.0/24'],
};

/** An address of this machine that is not a proxy's. */
const STRANGER = '127.0.0.2';

let app: App;
let port: number;
beforeAll(async () => {
  app = fastify({ ...serverLimits(LIMITS), bodyLimit: 1_000_000 });
  limitClients(app, LIMITS);
  app.get('/', async () => ({ well: true }));
  app.get('/large', async () => Buffer.alloc(20_000_000, 'x'));
  app.post('/', async ({ body }) => body);
  await app.listen({ host: '0.0.0.0', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
});

/**
 * Connects from an address of this machine; `ended` resolves, when the connection closes, to how many milliseconds it
 * lasted.
 */
function dial(from: string, text: string): { socket: Socket; ended: Promise<number> } {
  const began = Date.now();
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  socket.on('error', () => undefined);
  const ended = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(Date.now() - began));
  });
  socket.write(text);
  return { socket, ended };
}

/** Writes a byte at a time for as long as possible. */
function drip({ socket, ended }: { socket: Socket; ended: Promise<number> }): Promise<number> {
  const timer = setInterval(() => socket.writable && socket.write('x'), 20);
  void ended.then(() => clearInterval(timer));
  return ended;
}

/** Requests a page as a person would. */
async function ask(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(await answer.json()).toEqual({ well: true });
}

const UPLOAD =
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';

describe('clients that hold connections', () => {
  it('[A-DOS-01] are cut when headers, body or the reading of an answer hardly move; people are answered meanwhile', async () => {
    expect([CLIENT_LIMITS.headersMs, CLIENT_LIMITS.requestMs]).toEqual([15_000, 300_000]);
    const headers = Array.from(
      { length: 12 },
      async () => await drip(dial(STRANGER, 'GET / HTTP/1.1\r\nX-Slow: ')),
    );
    const bodies = Array.from({ length: 12 }, async () => await drip(dial(STRANGER, UPLOAD)));
    const readers = Array.from({ length: 12 }, () => {
      const reader = dial(STRANGER, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
      // Takes the first bytes and then nothing, which looks the same to a buffer as one byte a second.
      reader.socket.once('data', () => reader.socket.pause());
      return reader;
    });
    const over = new AbortController();
    const person = (async () => {
      do await ask();
      while (!over.signal.aborted);
    })();
    await Promise.all(headers);
    for (const ms of await Promise.all(bodies)) expect(ms).toBeGreaterThan(LIMITS.stallMs - 50);
    await expect.poll(() => connections()).toBeLessThan(5);
    over.abort();
    await person;
    for (const { socket } of readers) socket.destroy();
  });

  it('one address holds so many and no more; proxies and this machine hold any number', async () => {
    const first = await many(STRANGER, 60);
    const others = await Promise.all(
      ['127.0.0.3', '127.0.0.9', '127.0.9.77', '127.0.0.1'].map(async (from) => await many(from, 60)),
    );
    expect([first, ...others].map(({ answered }) => answered)).toEqual([40, 40, 60, 60, 60]);
    first.close();
    await expect
      .poll(async () => {
        const again = await many(STRANGER, 10);
        again.close();
        return again.answered;
      })
      .toBe(10);
    for (const { close } of others) close();
  });

  it('an upload over a slow line is left alone', async () => {
    const { socket, ended } = dial(STRANGER, UPLOAD);
    const body = JSON.stringify({ x: 'y'.repeat(100_000 - 8) });
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    for (let at = 0; at < body.length; at += 5_000) {
      socket.write(body.slice(at, at + 5_000));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await expect.poll(() => answer).toContain('200 OK');
    socket.destroy();
    expect(await ended).toBeGreaterThan(LIMITS.stallMs * 2);
  });
});

async function connections(): Promise<number> {
  return await new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
}

/** Opens many connections from one address, each with a request, and counts how many are answered. */
async function many(from: string, count: number) {
  const dialled = Array.from({ length: count }, () => dial(from, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  const answers = await Promise.all(
    dialled.map(
      async ({ socket, ended }) =>
        await Promise.race([
          new Promise<boolean>((resolve) => {
            socket.once('data', () => resolve(true));
          }),
          ended.then(() => false),
        ]),
    ),
  );
  return {
    answered: answers.filter(Boolean).length,
    close: () => dialled.forEach(({ socket }) => socket.destroy()),
  };
}
