import { afterEach, beforeEach, expect, it } from 'vitest';

import { HfaxdStub } from '#test/faults/hfaxd-stub.ts';

import { checkServer } from './check.ts';
import { readHylafaxSettings } from './settings.ts';

let server: HfaxdStub;

beforeEach(async () => {
  server = await new HfaxdStub().start();
});

afterEach(async () => await server.stop());

it('a server whose scheduler has ended is told from one that works, as line test and doctor say', async () => {
  const settings = readHylafaxSettings({ url: server.url });
  if (typeof settings === 'string') throw new Error(settings);
  expect(await checkServer(settings)).toEqual({ ok: true });
  server.status = ['HylaFAX scheduler on stub: Not running', 'ttyS0|Running and idle'];
  expect(await checkServer(settings)).toEqual({
    ok: false,
    reason: `The scheduler of 127.0.0.1:${new URL(server.url).port} (faxq) does not run.`,
  });
});
