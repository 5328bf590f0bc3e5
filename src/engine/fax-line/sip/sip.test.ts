import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { SPEED, sipSettings, startFarEnd } from '#test/sip-rig/far-end.ts';
import type { FarEnd } from '#test/sip-rig/far-end.ts';
import { lineContract, testCall } from '../line.contract-test.ts';
import type { FaxLine, OutgoingCall } from '../port.ts';
import { sipLine } from './sip.ts';

const never = new AbortController().signal;
let folder: string;
let machine: FarEnd;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-sip-'));
  machine = await startFarEnd();
});
afterAll(async () => {
  await machine.stop();
  await rm(folder, { recursive: true });
});

/** Returns a line of ours to a far end. */
function lineTo(to: FarEnd, options = '', more: object = {}): FaxLine {
  const settings = sipSettings({ trunk: to.trunk, sipOptions: options, ...more });
  return sipLine('*', { settings, folder, speed: SPEED, t1Ms: 50 });
}

function callTo(number: string, pages = 2, change: Partial<OutgoingCall> = {}) {
  return testCall(number, { pages, tiff: async () => faxPages(pages), ...change });
}

let line: FaxLine;
lineContract('a SIP trunk', () => {
  line ??= lineTo(machine);
  return {
    line,
    answering: '3105550142',
    busy: '3105550199',
    invalid: '3105550195',
    tiff: (pages) => faxPages(pages),
  };
});

describe.concurrent('calls over a SIP trunk', () => {
  it.each([
    ['the far end asks for T.38', 'accept', 'accept', 't38'],
    ['we ask for T.38', 'request', 'refuse', 'audio'],
    ['we offer T.38 at once', 'first', 'request', 't38'],
    ['neither speaks T.38', 'refuse', 'refuse', 'audio'],
  ])('brings the same pixels where %s', async (_case, ours, theirs, media) => {
    const far = await startFarEnd(`t38=${theirs}`);
    const pages = faxPages(2);
    const call = callTo('3105550142');
    const outcome = await lineTo(far, `t38=${ours}`).send(call, never);
    const { arrival, pages: received } = await far.next();
    await far.stop();
    expect(outcome).toMatchObject({
      kind: 'delivered',
      pages: 2,
      link: { rate: 14_400, ecm: true, stationId: '+1 310 555 0142' },
    });
    expect(outcome).toHaveProperty('detail', expect.stringContaining(`(${media})`));
    expect(arrival).toMatchObject({
      pages: 2,
      called: '3105550142',
      caller: '2125550100',
      stationId: '2125550100',
      fault: '',
    });
    expect(await pixelsOf(received)).toEqual(await pixelsOf(pages));
  });

  it('goes over TCP, where the trunk wants that', async () => {
    const far = await startFarEnd('', ';transport=tcp');
    const outcome = await lineTo(far).send(callTo('3105550142'), never);
    await far.stop();
    expect(outcome).toMatchObject({ kind: 'delivered', pages: 2 });
  });

  it('rings until nobody answers, and takes the call back', async () => {
    const outcome = await lineTo(machine).send(callTo('3105550197'), never);
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'NO_ANSWER', pagesConfirmed: 0 });
  });

  it.each(['', ';transport=tcp'])(
    'is a fault of the line when the trunk is not there%s',
    async (transport) => {
      const far = await startFarEnd('', transport);
      const away = lineTo(far);
      await far.stop();
      expect(await away.send(callTo('3105550142'), never)).toMatchObject({
        kind: 'retry',
        reason: 'LINE_FAULT',
      });
      expect(await away.check()).toMatchObject({
        ok: false,
        reason: expect.stringContaining('does not answer'),
      });
      expect(await lineTo(machine).check()).toEqual({ ok: true });
    },
  );

  it('brings only the pages that are missing after a call was cut', async () => {
    const far = await startFarEnd();
    const ours = lineTo(far);
    const pages = faxPages(3, 'dots');
    const cut = callTo('3105550142', 3, {
      tiff: async () => pages,
      onPage: (confirmed) => void (confirmed === 1 && far.signal('SIGKILL')),
    });
    const first = await ours.send(cut, never);
    expect(first).toMatchObject({ kind: 'retry', reason: 'DROPPED', pagesConfirmed: 1, resume: true });
    expect((await far.next()).arrival).toMatchObject({ pages: 1, fault: expect.any(String) });
    const rest = callTo('3105550142', 3, { tiff: async () => pages, skip: 1 });
    expect(await ours.send(rest, never)).toMatchObject({ kind: 'delivered', pages: 3 });
    expect(rest.confirmed).toEqual([2, 3]);
    const { pages: received } = await far.next();
    await far.stop();
    expect(await pixelsOf(received)).toEqual((await pixelsOf(pages)).slice(1));
  });

  it('ends a call whose far end falls silent in the middle of a page', async () => {
    const far = await startFarEnd();
    const call = callTo('3105550142', 3, {
      tiff: async () => faxPages(3, 'dots'),
      onPage: (confirmed) => void (confirmed === 1 && far.signal('SIGSTOP')),
    });
    const outcome = await lineTo(far).send(call, never);
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'DROPPED', pagesConfirmed: 1 });
    await far.signal('SIGKILL');
    await far.stop();
  });

  it.each([
    ['before any page', 'ready'],
    ['after a page', 'page'],
  ])('tells the next process what became of a call whose process was killed %s', async (_when, event) => {
    const far = await startFarEnd();
    const journals = await mkdtemp(join(tmpdir(), 'f2e-sip-'));
    const script = join(import.meta.dirname, '../../../../test/sip-rig/caller.ts');
    const child = spawn(process.execPath, [script, far.trunk, journals, event], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    const settings = sipSettings({ trunk: far.trunk });
    const next = sipLine('*', { settings, folder: journals, speed: SPEED });
    const lost = { jobId: 1, callRef: 'killed', to: '3105550142', pages: 3, pagesConfirmed: 0 };
    const outcome = await next.adopt(lost, never);
    const confirmed = event === 'page' ? 1 : 0;
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'LINE_FAULT', resume: true });
    expect(outcome).toHaveProperty('pagesConfirmed', confirmed);
    const came = confirmed > 0 ? (await far.next()).arrival.pages : 0;
    expect(came).toBe(confirmed);
    await far.stop();
    await rm(journals, { recursive: true });
  });
});
