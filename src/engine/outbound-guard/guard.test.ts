import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isAddressAllowed } from './addresses.ts';
import { createOutboundGuard } from './guard.ts';

/** Long enough for this machine's own network, short enough for a test. */
const LIMIT_MS = 3_000;

describe('the guard of outgoing connections', () => {
  let listener: Server;
  let port: number;
  let seen = 0;
  beforeAll(async () => {
    listener = createServer((socket) => {
      seen += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => {
      listener.listen(0, resolve);
    });
    ({ port } = listener.address() as AddressInfo);
  });
  afterAll(() => void listener.close());

  it.each([
    '127.0.0.1',
    'localhost',
    '0',
    '[::1]',
    '::1',
    '::ffff:127.0.0.1',
    '0x7f000001',
    '2130706433',
    '127.1',
    '169.254.169.254',
    '10.0.0.1',
    '192.168.1.1',
    '100.64.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::7f00:1',
    '::7f00:1',
    '::a9fe:a9fe',
  ])('[A-SFTP-01] does not dial %s', async (host) => {
    const guard = createOutboundGuard({ allowPrivate: false });
    const before = seen;
    expect(await guard.dial({ host, port, limitMs: LIMIT_MS })).toEqual({
      kind: 'refused',
      reason: 'HOST_NOT_ALLOWED',
    });
    const url = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}/`;
    expect(await guard.request(url, { limitMs: LIMIT_MS, maxBytes: 10 })).toMatchObject({ kind: 'refused' });
    expect(seen).toBe(before);
  });

  it('an installation may open its own networks, but never the addresses of cloud machines', async () => {
    const guard = createOutboundGuard({ allowPrivate: true });
    const dialled = await guard.dial({ host: '127.0.0.1', port, limitMs: LIMIT_MS });
    expect(dialled.kind).toBe('ok');
    if (dialled.kind === 'ok') dialled.socket.destroy();
    const own = ['10.1.2.3', '192.168.1.1', 'fd00::1', '100.64.0.1', '8.8.8.8', '2600::1'];
    expect(own.filter((address) => !isAddressAllowed(address, true))).toEqual([]);
    const never = ['169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '::', '::%:'];
    expect(never.filter((address) => isAddressAllowed(address, true))).toEqual([]);
  });

  it('asks nobody about what is no host', async () => {
    const guard = createOutboundGuard({ allowPrivate: true });
    for (const host of ['', 'a b', 'evil.test/#', 'user@host', 'x'.repeat(300), '22;id'])
      expect(await guard.dial({ host, port, limitMs: LIMIT_MS })).toEqual({
        kind: 'refused',
        reason: 'HOST_UNKNOWN',
      });
  });

  it('[A-API-46] says when the time limit ended a request, and only then', async () => {
    const guard = createOutboundGuard({ allowPrivate: true });
    const silent = createServer((socket) => void socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port: silentPort } = silent.address() as AddressInfo;
    const ask = async () =>
      await guard.request(`http://127.0.0.1:${silentPort}/`, { limitMs: 100, maxBytes: 10 });
    expect(await ask()).toEqual({ kind: 'refused', reason: 'UNREACHABLE', timedOut: true });
    await new Promise((resolve) => silent.close(resolve));
    expect(await ask()).toEqual({ kind: 'refused', reason: 'UNREACHABLE' });
  });
});
