import { afterEach, beforeEach, expect, it } from 'vitest';

import { HfaxdStub } from '#test/faults/hfaxd-stub.ts';

import type { OutgoingCall } from '../port.ts';
import { FOLLOW_TIMES } from './follow-call.ts';
import { hylafaxLine } from './hylafax.ts';
import { readHylafaxSettings } from './settings.ts';

let server: HfaxdStub;

beforeEach(async () => {
  server = await new HfaxdStub().start();
});

afterEach(async () => await server.stop());

const TO = '3105550100';

async function send(settleMs: number, signal = new AbortController().signal) {
  const settings = readHylafaxSettings({ url: server.url });
  if (typeof settings === 'string') throw new Error(settings);
  const line = hylafaxLine('*', settings, { ...FOLLOW_TIMES, lookMs: 10, settleMs });
  const call: OutgoingCall = {
    jobId: 1,
    attempt: 1,
    callRef: 'ours',
    from: { number: '3105550199', stationId: '3105550199' },
    to: TO,
    pages: 1,
    tiff: async () => new Uint8Array(8),
    handOver: async (command) => {
      command();
      return true;
    },
    onPage: () => undefined,
  };
  return await line.send(call, signal);
}

/**
 * Cuts the connection in the middle of the submission; resolves after the server has been queried about the call
 * `looks` times.
 */
async function askedInVain(looks: number): Promise<void> {
  const asked = Promise.withResolvers<void>();
  let left = looks;
  server.before = async (command) => {
    if (command !== 'LIST doneq') return;
    left -= 1;
    if (left < 0) asked.resolve();
  };
  server.cut();
  await asked.promise;
}

it('a job that the server takes only after it was asked about it is followed, not submitted again', async () => {
  server.taking = async () => await askedInVain(2);
  expect(await send(60_000)).toMatchObject({ kind: 'delivered' });
  expect(server.submissionsTo(TO)).toBe(1);
});

it('a fax that is cancelled meanwhile is asked about all the same', async () => {
  const cancelled = new AbortController();
  server.taking = async () => {
    cancelled.abort();
    await askedInVain(2);
  };
  expect(await send(60_000, cancelled.signal)).toMatchObject({ kind: 'delivered' });
});

it('a job that the server does not know for a while has not come to it', async () => {
  const never = Promise.withResolvers<void>();
  server.taking = async () => {
    server.cut();
    await never.promise;
  };
  expect(await send(200)).toMatchObject({ kind: 'retry', reason: 'LINE_FAULT' });
});
