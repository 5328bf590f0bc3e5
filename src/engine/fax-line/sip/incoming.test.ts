import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { freePort } from '#test/free-ports.ts';
import { SPEED, sipSettings } from '#test/sip-rig/far-end.ts';
import { testCall } from '../line.contract-test.ts';
import { sipLine } from './sip.ts';

it('says why a call could not be answered, and the caller hears that it is our fault', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-incoming-'));
  const listen = `127.0.0.1:${await freePort()}`;
  // The line's only media port is already in use.
  const taken = createSocket('udp4').bind(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(async () => {
    taken.close();
    await rm(folder, { recursive: true });
  });
  const { port } = taken.address();
  const settings = sipSettings({
    trunk: 'sip:127.0.0.1',
    listen,
    sipOptions: `ports=${port}-${port + 1}`,
  });
  const line = sipLine('*', { settings, folder: join(folder, 'ours'), speed: SPEED });
  const reasons: string[] = [];
  const answers = await line.answer?.({
    answerFor: async () => ({ kind: 'answer', stationId: '+1' }),
    failed: (reason) => reasons.push(reason),
    arrived: () => undefined,
  });
  const theirs = sipLine('*', {
    settings: sipSettings({ trunk: `sip:${listen}` }),
    folder: join(folder, 'theirs'),
    speed: SPEED,
  });
  const call = testCall('3105550142', { tiff: async () => faxPages(2) });
  expect(await theirs.send(call, new AbortController().signal)).toMatchObject({
    kind: 'retry',
    reason: 'LINE_FAULT',
    detail: '500 Server Internal Error',
  });
  await answers?.stop();
  expect(reasons).toEqual(['no media port is free: each call takes two, see ports=']);
});
