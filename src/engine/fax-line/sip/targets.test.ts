import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { freePort } from '#test/free-ports.ts';
import { SPEED, sipSettings, startFarEnd } from '#test/sip-rig/far-end.ts';
import { testCall } from '../line.contract-test.ts';
import { sipLine } from './sip.ts';
import { TrunkTargets } from './targets.ts';
import type { Names } from './targets.ts';

const record = (name: string, priority: number, weight: number, port = 5060) => ({
  name,
  port,
  priority,
  weight,
});

const naptr = (order: number, preference: number, service: string, replacement: string, flags = 's') => ({
  order,
  preference,
  flags,
  service,
  replacement,
});

/** Returns name servers with these records, and with the address of every listed host. */
function names(
  records: Awaited<ReturnType<Names['srv']>>,
  addresses: Record<string, string[]>,
): Names & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    naptr: async () => [],
    srv: async (name) => {
      asked.push(name);
      return records;
    },
    addresses: async (name) => {
      const found = addresses[name];
      if (!found) throw new Error(`${name} is unknown`);
      return found;
    },
  };
}

const hosts = async (targets: TrunkTargets): Promise<string[]> =>
  (await targets.inOrder()).map(({ host, port }) => `${host}:${port}`);

describe('the servers of a trunk', () => {
  it.each([
    ['udp', '_sip._udp.trunk.example'],
    ['tcp', '_sip._tcp.trunk.example'],
    ['tls', '_sips._tcp.trunk.example'],
  ] as const)('are found by records of %s, in the order of their priority', async (transport, asked) => {
    const dns = names([record('b', 20, 1, 5070), record('a', 10, 1)], {
      a: ['192.0.2.1', '2001:db8::1'],
      b: ['192.0.2.2'],
    });
    const targets = new TrunkTargets({ host: 'trunk.example', port: 5060, transport }, 'srv', dns);
    expect(await hosts(targets)).toEqual(['192.0.2.1:5060', '2001:db8::1:5060', '192.0.2.2:5070']);
    expect(dns.asked).toEqual([asked]);
    expect(['192.0.2.2', '192.0.2.9'].map((host) => targets.has(host))).toEqual([true, false]);
  });

  it('are reached by the transports that the name prefers, where the trunk leaves that open (RFC 3263 4.1)', async () => {
    const dns = {
      ...names([], { tls: ['192.0.2.3'], udp: ['192.0.2.1'], 'trunk.example': ['192.0.2.7'] }),
      naptr: async () => [
        naptr(90, 50, 'SIP+D2U', '_sip._udp.trunk.example'),
        naptr(50, 60, 'SIP+D2T', '_sip._tcp.trunk.example'),
        naptr(50, 50, 'SIPS+D2T', '_sips._tcp.trunk.example', 'S'),
        naptr(1, 1, 'SIP+D2W', '_sip._ws.trunk.example'),
        naptr(1, 1, 'E2U+sip', '!^.*$!sip:x@y!', 'u'),
      ],
      srv: async (name: string) =>
        name.startsWith('_sips')
          ? [record('tls', 1, 1, 5061)]
          : name.includes('_udp')
            ? [record('udp', 1, 1)]
            : [],
    };
    const trunk = { host: 'trunk.example', port: 5060, transport: 'udp' as const };
    expect(await new TrunkTargets(trunk, 'naptr', dns).inOrder()).toEqual([
      { host: '192.0.2.3', port: 5061, transport: 'tls' },
      { host: '192.0.2.1', port: 5060, transport: 'udp' },
    ]);
    const none = { ...dns, naptr: async () => [] };
    expect(await hosts(new TrunkTargets(trunk, 'naptr', none))).toEqual(['192.0.2.1:5060']);
  });

  it('of one priority are chosen by their weights', async () => {
    const dns = names([record('heavy', 1, 90), record('light', 1, 10)], {
      heavy: ['192.0.2.1'],
      light: ['192.0.2.2'],
    });
    let first = 0;
    for (let n = 0; n < 400; n += 1) {
      const targets = new TrunkTargets({ host: 'trunk.example', port: 5060, transport: 'udp' }, 'srv', dns);
      if ((await targets.inOrder())[0].host === '192.0.2.1') first += 1;
    }
    expect(first).toBeGreaterThan(300);
    expect(first).toBeLessThan(400);
  });

  it('are the addresses of the name where it has no records, and are not looked for where a port is named', async () => {
    const dns = names([], { 'trunk.example': ['192.0.2.7'] });
    const trunk = { host: 'trunk.example', port: 5080, transport: 'udp' as const };
    expect(await hosts(new TrunkTargets(trunk, 'srv', dns))).toEqual(['192.0.2.7:5080']);
    expect(await hosts(new TrunkTargets(trunk, 'addresses', dns))).toEqual(['192.0.2.7:5080']);
    expect(dns.asked).toHaveLength(1);
    const named = [
      'sip:trunk.example',
      'sip:trunk.example;transport=tls',
      'sip:trunk.example:5060',
      'sip:192.0.2.1',
    ];
    expect(named.map((uri) => sipSettings({ trunk: uri }).lookUp)).toEqual([
      'naptr',
      'srv',
      'addresses',
      'addresses',
    ]);
  });

  it('one that fails is asked after the others, and one that is gone from the name service is left out', async () => {
    const dns = names([record('a', 1, 1), record('gone', 2, 1), record('c', 3, 1)], {
      a: ['192.0.2.1'],
      c: ['192.0.2.3'],
    });
    const targets = new TrunkTargets({ host: 'trunk.example', port: 5060, transport: 'udp' }, 'srv', dns);
    const [first] = await targets.inOrder();
    targets.failed(first);
    expect(await hosts(targets)).toEqual(['192.0.2.3:5060', '192.0.2.1:5060']);
    const nowhere = new TrunkTargets(
      { host: 'x.example', port: 5060, transport: 'udp' },
      'srv',
      names([], {}),
    );
    await expect(nowhere.inOrder()).rejects.toThrow('unknown');
  });
});

function call() {
  return testCall('3105550142', { tiff: async () => faxPages(2) });
}

it('when the first server of a trunk is away, the next call goes over the second, and a check finds that out by itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-targets-'));
  const far = await startFarEnd();
  onTestFinished(async () => {
    await far.stop();
    await rm(folder, { recursive: true });
  });
  const dns = names([record('first', 1, 1, await freePort()), record('second', 2, 1, far.agent.port)], {
    first: ['127.0.0.1'],
    second: ['127.0.0.1'],
  });
  const line = () =>
    sipLine('*', {
      settings: sipSettings({ trunk: 'sip:trunk.example' }),
      folder,
      speed: SPEED,
      t1Ms: 10,
      names: dns,
    });
  const never = new AbortController().signal;
  const unchecked = line();
  expect(await unchecked.send(call(), never)).toMatchObject({ kind: 'retry', reason: 'LINE_FAULT' });
  expect(await unchecked.send(call(), never)).toMatchObject({ kind: 'delivered' });
  const checked = line();
  expect(await checked.check()).toEqual({ ok: true });
  expect(await checked.send(call(), never)).toMatchObject({ kind: 'delivered' });
});
