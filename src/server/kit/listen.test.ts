import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';

import { ListenRefusal, listenAt } from './listen.ts';

const open = async ({ host, port }: { host: string; port: number }) => {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
};

it('says which setting to change where a port is taken or an address is none of this machine', async () => {
  const first = await open({ host: '127.0.0.1', port: 0 });
  const taken = { host: '127.0.0.1', port: (first.address() as AddressInfo).port };
  const refused = listenAt('F2E_LISTEN', taken, async () => await open(taken));
  await expect(refused).rejects.toThrow(
    `127.0.0.1:${taken.port} is in use by another program. Stop that program, or choose another port (F2E_LISTEN).`,
  );
  await expect(refused).rejects.toBeInstanceOf(ListenRefusal);
  first.close();
  // An address reserved for documentation (RFC 5737), which no machine has.
  const strange = { host: '192.0.2.1', port: 8080 };
  await expect(listenAt('F2E_LISTEN', strange, async () => await open(strange))).rejects.toThrow(
    '192.0.2.1:8080 is not an address of this machine. Choose another one (F2E_LISTEN).',
  );
});

it('gives what was opened, and other errors as they are', async () => {
  const here = { host: '::1', port: 1 };
  expect(await listenAt('F2E_LISTEN', here, async () => 'open')).toBe('open');
  const broken = new Error('broken');
  await expect(listenAt('F2E_LISTEN', here, async () => await Promise.reject(broken))).rejects.toBe(broken);
});
