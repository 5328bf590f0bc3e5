import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readFile, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { lineOver } from '#test/fax-rig/line-over.ts';
import { startFaxRig } from '#test/fax-rig/start-rig.ts';
import type { FaxRig } from '#test/fax-rig/start-rig.ts';

import { lineContract, testCall } from '../line.contract-test.ts';
import { LEAVE_CALL } from '../port.ts';
import type { FaxLine, OutgoingCall } from '../port.ts';
import type { ListedJob } from './jobs.ts';
import { readHylafaxSettings } from './settings.ts';
import { Watcher } from './watch.ts';

const never = new AbortController().signal;
/** Time limit for a hanging test: eight calls run in parallel on a machine that may be busy. */
const CALL_MS = 180_000;

let rig: FaxRig;
let line: FaxLine;

function call(to: string, pages = 1, change: Partial<OutgoingCall> = {}) {
  return testCall(to, { pages, tiff: async () => faxPages(pages), ...change });
}

beforeAll(async () => {
  rig = await startFaxRig({ modems: 8 });
  line = lineOver(rig.ours.url());
}, 90_000);
afterAll(async () => await rig.stop());

describe.concurrent('calls through HylaFAX', { timeout: CALL_MS }, () => {
  lineContract('hylafax', () => ({
    line,
    answering: '3105551111',
    busy: '3105550001',
    tiff: (pages) => faxPages(pages),
  }));

  it('brings every pixel over, under the sender’s own station id', async () => {
    const tiff = faxPages(3);
    const outcome = await line.send(call('3105552222', 3, { tiff: async () => tiff }), never);
    expect(outcome).toMatchObject({
      kind: 'delivered',
      pages: 3,
      link: { rate: 14_400, ecm: true, stationId: 'THE WORLD', seconds: expect.any(Number) as number },
    });
    const arrived = await arrivedAt(rig.world.url(), '13105552222');
    const got = await pixelsOf(await readFile(join(rig.world.spool, 'recvq', arrived.name)));
    expect(got).toEqual(await pixelsOf(tiff));
    expect(arrived).toMatchObject({ stationId: '2125550100', pages: 3, fault: '' });
  });

  it.each([
    ['3105550002', 'NO_ANSWER'],
    ['3105550003', 'NO_FAX_MACHINE'],
    ['3105550004', 'NO_FAX_MACHINE'],
    ['3105550006', 'LINE_FAULT'],
    ['3105550008', 'NO_FAX_MACHINE'],
  ])('%s ends as %s', async (to, reason) => {
    const outcome = await line.send(call(to), never);
    expect(outcome).toMatchObject({ kind: 'retry', reason, pagesConfirmed: 0 });
  });

  it('a job that is put aside while its call goes on ends as the call did, and is not dialed again', async () => {
    const callRef = randomUUID();
    const sending = line.send(call('3105570002', 1, { callRef }), never);
    const settings = readHylafaxSettings({ url: rig.ours.url() });
    if (typeof settings === 'string') throw new Error(settings);
    const watcher = new Watcher(settings);
    const job = await running(watcher, callRef);
    // The product ignores this failure too: a busy server may not respond in time.
    await watcher.handInAgain({ ...job, state: 'W' }).catch(() => undefined);
    expect(await sending).toMatchObject({ kind: 'retry', reason: 'NO_ANSWER', pagesConfirmed: 0 });
    const calls = (await rig.ours.calls()).filter((fields) => fields.includes(`"${callRef}"`));
    expect(calls).toHaveLength(1);
  });

  it('a call that is cut off says which pages were confirmed; the next one brings the rest only', async () => {
    const to = '3105553333';
    // Enough pages that the cut comes before the end, however late a busy machine reports the first one.
    const pages = 10;
    const tiff = faxPages(pages, 'dots');
    const first = call(to, pages, {
      tiff: async () => tiff,
      onPage: () => rig.drop(`1${to}`),
    });
    const dropped = await line.send(first, never);
    expect(dropped).toMatchObject({ kind: 'retry', reason: 'DROPPED', resume: true });
    const skip = dropped.kind === 'retry' ? dropped.pagesConfirmed : 0;
    expect(skip).toBeGreaterThan(0);
    expect(skip).toBeLessThan(pages - 1);
    const second = call(to, pages, { tiff: async () => tiff, skip });
    const outcome = await line.send(second, never);
    expect(outcome).toMatchObject({ kind: 'delivered', pages });
    expect(second.confirmed).toEqual(Array.from({ length: pages - skip }, (_, i) => skip + 1 + i));
  });

  it('hangs up in the middle of a call when told to', async () => {
    const stop = new AbortController();
    const lasting = call('3105554444', 20, {
      tiff: async () => faxPages(20, 'dots'),
      onPage: () => stop.abort(),
    });
    const outcome = await line.send(lasting, stop.signal);
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'LINE_FAULT' });
  });

  it('leaves a call to the server when this process ends, and adopts it by its name', async () => {
    const stop = new AbortController();
    const callRef = randomUUID();
    const left = call('3105555555', 2, { callRef });
    const sending = line.send(left, stop.signal);
    await underWay(callRef);
    stop.abort(LEAVE_CALL);
    expect(await sending).toEqual({ kind: 'left' });
    const lost = { jobId: 1, callRef, to: '3105555555', pages: 2, pagesConfirmed: 0 };
    const adopted = await lineOver(rig.ours.url()).adopt(lost, never);
    expect(adopted).toMatchObject({ kind: 'delivered', pages: 2 });
    const again = await lineOver(rig.ours.url()).adopt(lost, never);
    expect(again).toMatchObject({ kind: 'delivered', pages: 2 });
  });

  it('is sure that a call which the server never heard of was not placed', async () => {
    const lost = { jobId: 1, callRef: randomUUID(), to: '3105551111', pages: 2, pagesConfirmed: 0 };
    expect(await line.adopt(lost, never)).toEqual({ kind: 'never-placed' });
  });

  it('says how the server is', async () => {
    expect(await line.check()).toEqual({ ok: true });
    const wrong = await lineOver(rig.ours.url().replace('line-secret', 'other')).check();
    expect(wrong).toMatchObject({ ok: false, reason: expect.stringContaining('password') as string });
    const nobody = await lineOver('hylafax://u:p@127.0.0.1:1').check();
    expect(nobody).toMatchObject({
      ok: false,
      reason: expect.stringContaining('cannot be reached') as string,
    });
  });
});

// Last, because it touches every job that is being created.
describe('one call through HylaFAX', { timeout: CALL_MS }, () => {
  it('a job whose parameters the server lost is made anew, and stays when the connection ends', async () => {
    let tries = 0;
    const handOver = async (command: () => void): Promise<boolean> => {
      tries += 1;
      if (tries === 1) await dateAhead(rig.ours.spool);
      command();
      return true;
    };
    const outcome = await lineOver(rig.ours.url()).send(call('3105556666', 1, { handOver }), never);
    expect(outcome).toMatchObject({ kind: 'delivered', pages: 1 });
    expect(tries).toBeGreaterThan(1);
  });
});

/** Makes the server reload jobs that are being created from their files, which lack everything sent since JNEW. */
async function dateAhead(spool: string): Promise<void> {
  const later = new Date(Date.now() + 60_000);
  const folder = join(spool, 'sendq');
  for (const name of await readdir(folder)) {
    // Other jobs may end in the meantime.
    if (/^q\d+$/.test(name)) await utimes(join(folder, name), later, later).catch(() => undefined);
  }
}

async function underWay(callRef: string): Promise<void> {
  for (;;) {
    const files = await rig.ours.queued();
    if (files.some((text) => text.includes(callRef))) return;
    await pause(50);
  }
}

/** Returns the job of a call once the server places it; throws if that moment was missed. */
async function running(watcher: Watcher, callRef: string): Promise<ListedJob> {
  for (;;) {
    const sighting = await watcher.find(callRef);
    if (sighting.kind === 'under-way' && sighting.job.state === 'R') return sighting.job;
    if (sighting.kind === 'ended') throw new Error(`The call ended unseen: ${sighting.job.text}`);
    await pause(50);
  }
}

async function arrivedAt(url: string, called: string) {
  const { arrivals } = lineOver(url);
  for (;;) {
    const listed = await arrivals?.list();
    const found =
      listed?.kind === 'ok' ? listed.value.find((arrival) => arrival.called === called) : undefined;
    if (found) return found;
    await pause(50);
  }
}
