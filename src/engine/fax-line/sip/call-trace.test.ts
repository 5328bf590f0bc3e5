import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { SPEED, sipSettings, startFarEnd } from '#test/sip-rig/far-end.ts';
import type { CallStep, CallTrace, CallWatch } from '../call-watch-port.ts';
import { testCall } from '../line.contract-test.ts';
import { sipLine } from './sip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-trace-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

/** Returns a watch that collects everything it receives. */
function keeper() {
  const steps: CallStep[] = [];
  const traces: CallTrace[] = [];
  const watch: CallWatch = { step: (step) => steps.push(step), trace: (trace) => traces.push(trace) };
  return { steps, traces, watch };
}

async function call(options: string, number = '3105550142') {
  const theirs = keeper();
  const ours = keeper();
  const far = await startFarEnd(options, '', undefined, theirs.watch);
  const settings = sipSettings({ trunk: far.trunk });
  const line = sipLine('*', { settings, folder, speed: SPEED, t1Ms: 50 });
  const pages = { pages: 2, tiff: async () => faxPages(2) };
  await line.send(testCall(number, { ...pages, watch: ours.watch }), new AbortController().signal);
  await far.stop();
  return { ours, theirs };
}

it('both ends of a call tell its steps, and at its end its messages, frames and media', async () => {
  const { ours, theirs } = await call('t38=request');
  const negotiated = { step: 'negotiated', rate: 14_400, ecm: true };
  expect(ours.steps).toMatchObject([
    { step: 'answered' },
    { step: 'media', media: 'audio' },
    { step: 'media', media: 't38' },
    { ...negotiated, stationId: '+1 310 555 0142' },
    { step: 'page', pages: 1 },
    { step: 'page', pages: 2 },
  ]);
  expect(theirs.steps.filter(({ step }) => step === 'page')).toHaveLength(2);
  for (const [{ traces }, we] of [
    [ours, true],
    [theirs, false],
  ] as const) {
    const [trace] = traces;
    expect(traces).toHaveLength(1);
    const lines = trace?.messages.map(({ out, text }) => [
      out === we,
      text.split('\r\n')[0]?.split(' sip:')[0],
    ]);
    expect(lines).toEqual([
      [true, 'INVITE'],
      [false, 'SIP/2.0 100 Trying'],
      [false, 'SIP/2.0 200 OK'],
      [true, 'ACK'],
      // The far end requests T.38.
      [false, 'INVITE'],
      [true, 'SIP/2.0 200 OK'],
      [false, 'ACK'],
      [true, 'BYE'],
      [false, 'SIP/2.0 200 OK'],
    ]);
    expect(trace?.media.map(({ media }) => media)).toEqual(['audio', 't38']);
    const frames = trace?.frames.map(({ out, name }) => `${out === we ? '>' : '<'}${name}`).join(' ');
    expect(frames).toMatch(/<CSI <DIS >TSI >DCS <CFR >FCD >PPS <MCF >FCD >PPS <MCF >DCN/u);
    expect(trace?.frames.find(({ name }) => name === 'FCD')).toMatchObject({
      hex: '',
      frames: expect.any(Number),
      bytes: expect.any(Number),
    });
    expect(trace?.frames.find(({ name }) => name === 'DIS')?.hex).toMatch(/^ff1380[0-9a-f]{6,}$/u);
    // A packet that arrived before the far end had switched to T.38 may be missing; the next one repairs it.
    const { missed, repaired, longest, bars = [] } = trace?.quality ?? {};
    expect([missed, longest]).toEqual([repaired, missed]);
    expect(bars.reduce((sum, bar) => sum + bar, 0)).toBe(missed);
    expect(trace?.quality?.received).toBeGreaterThan(50);
  }
});

it('a call that is refused tells what the trunk said, without the proof of a password', async () => {
  const { ours } = await call('', '3105550199');
  expect(ours.steps).toEqual([]);
  expect(ours.traces).toHaveLength(1);
  expect(ours.traces[0]?.messages.map(({ text }) => text.split(/ sip:|\r\n/u)[0])).toEqual([
    'INVITE',
    'SIP/2.0 486 Busy Here',
    'ACK',
  ]);
});
