import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { within } from './within.ts';

const server = createServer();
let socket: Socket;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
});
afterAll(() => server.close());

describe('work over a connection', () => {
  it('that is done in time leaves the connection open', async () => {
    expect(await within(60_000, socket, Promise.resolve('done'))).toBe('done');
    await expect(within(60_000, socket, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(socket.destroyed).toBe(false);
  });

  it('that nothing ever ends is given up, and the connection with it', async () => {
    await expect(within(1, socket, new Promise(() => undefined))).rejects.toThrow('took too long');
    expect(socket.destroyed).toBe(true);
  });
});
