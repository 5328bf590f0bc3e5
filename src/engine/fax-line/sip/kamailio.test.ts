import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { freePort } from '#test/free-ports.ts';
import { SPEED, sipSettings } from '#test/sip-rig/far-end.ts';
import { startKamailioLines } from '#test/sip-rig/kamailio-lines.ts';
import type { KamailioLines } from '#test/sip-rig/kamailio-lines.ts';
import { startKamailio } from '#test/sip-rig/kamailio.ts';
import { pairsOf, trust } from '#test/tls-pairs.ts';
import { testCall } from '../line.contract-test.ts';
import type { FaxLine } from '../port.ts';
import { sipLine } from './sip.ts';

const never = new AbortController().signal;

describe.each([
  ['MD5', ''],
  ['SHA-256', ';transport=tcp'],
  ['SHA-256', ';transport=tls'],
] as const)('two lines behind a kamailio that asks for passwords by %s%s', (algorithm, transport) => {
  let lines: KamailioLines;
  beforeAll(async () => {
    lines = await startKamailioLines(algorithm, transport);
  });
  afterAll(async () => await lines.stop());

  it('register, and send a fax through it: asked for the password, over its recorded route, by T.38', async () => {
    const far = await lines.answering('13105550142');
    const pages = faxPages(2);
    const outcome = await lines
      .lineOf('12125550100')
      .send(testCall('3105550142', { tiff: async () => pages }), never);
    const { arrival, pages: received } = await far.came();
    await far.stop();
    expect(outcome).toMatchObject({ kind: 'delivered', pages: 2 });
    expect(outcome).toHaveProperty('detail', expect.stringContaining('(t38)'));
    expect(arrival).toMatchObject({ called: '3105550142', caller: '2125550100', fault: '' });
    expect(await pixelsOf(received)).toEqual(await pixelsOf(pages));
  });

  it('hear that a number is unknown', async () => {
    const outcome = await lines
      .lineOf('12125550100')
      .send(testCall('9995550142', { tiff: async () => faxPages(2) }), never);
    expect(outcome).toMatchObject({ kind: 'final', reason: 'NUMBER_INVALID' });
  });

  it('say so when the password is wrong', async () => {
    const listen = `127.0.0.1:${await freePort()}`;
    const line = lines.lineOf('13105550199', 'register=yes', { listen, password: 'WRONG' });
    const answers = await line.answer?.({
      answerFor: async () => ({ kind: 'refuse', because: 'full' }),
      failed: (reason) => process.stderr.write(`${reason}\n`),
      arrived: () => undefined,
    });
    const health = async (): Promise<string> => JSON.stringify(await line.check());
    await expect.poll(health).toContain('does not take the user name and password');
    const outcome = await line.send(testCall('3105550142', { tiff: async () => faxPages(2) }), never);
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'LINE_FAULT' });
    expect(JSON.stringify(outcome)).not.toContain('WRONG');
    await answers?.stop();
  });
});

it('[A-SIP-07] sends nothing to a trunk whose certificate is wrong', async () => {
  const theirs = pairsOf('other.example').good;
  const distrust = trust([theirs]);
  const kamailio = await startKamailio('MD5', { tls: theirs });
  const folder = await mkdtemp(join(tmpdir(), 'f2e-kamailio-test-'));
  const lineOf = (sipOptions: string): FaxLine => {
    const settings = sipSettings({ trunk: `${kamailio.trunk};transport=tls`, sipOptions });
    return sipLine('*', { settings, folder, speed: SPEED });
  };
  expect(await lineOf('').check()).toMatchObject({ ok: false });
  const call = testCall('3105550142', { tiff: async () => faxPages(1), pages: 1 });
  expect(await lineOf('').send(call, never)).toMatchObject({ kind: 'retry', reason: 'LINE_FAULT' });
  expect(await lineOf('tls=unverified').check()).toEqual({ ok: true });
  distrust();
  await kamailio.stop();
  await rm(folder, { recursive: true });
});
