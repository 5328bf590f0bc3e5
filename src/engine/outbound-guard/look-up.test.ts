import { createSocket } from 'node:dgram';
import { stat } from 'node:fs/promises';
import { expect, it } from 'vitest';

import { createOutboundGuard } from './guard.ts';
import { lookUpHost } from './look-up.ts';

const never = new AbortController().signal;

it.each([
  ['127.1', '127.0.0.1'],
  ['0x7f000001', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['[::1]', '::1'],
  ['::1', '::1'],
  ['localhost', '127.0.0.1'],
])('%s is %s without a question to anybody', async (host, address) => {
  expect(await lookUpHost(host, never, ['127.0.0.1:1'])).toContain(address);
});

it('twelve look-ups that hang end together when the process stops, and files are read meanwhile', async () => {
  const silent = createSocket('udp4');
  let asked = 0;
  silent.on('message', () => (asked += 1));
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
  const stopping = new AbortController();
  const dns = [`127.0.0.1:${silent.address().port}`];
  const guard = createOutboundGuard({ allowPrivate: true, signal: stopping.signal, dns });
  const dials = Array.from(
    { length: 12 },
    async (_, n) => await guard.dial({ host: `host-${n}.example`, port: 22, limitMs: 60_000 }),
  );
  await expect.poll(() => asked).toBeGreaterThanOrEqual(24);
  await stat(import.meta.filename);
  // Otherwise they would outlast this test.
  stopping.abort();
  expect(new Set((await Promise.all(dials)).map((dialled) => dialled.kind))).toEqual(new Set(['refused']));
  silent.close();
});
