import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { freePort } from '#test/free-ports.ts';
import { SPEED, sipSettings } from '#test/sip-rig/far-end.ts';
import { startKamailio } from '#test/sip-rig/kamailio.ts';
import { pairsOf, trust } from '#test/tls-pairs.ts';
import { testCall } from '../line.contract-test.ts';
import type { FaxLine, WaitingArrival } from '../port.ts';
import { sipLine } from './sip.ts';

const never = new AbortController().signal;

describe.each([
  ['MD5', ''],
  ['SHA-256', ';transport=tcp'],
  ['SHA-256', ';transport=tls'],
] as const)('two lines behind a kamailio that asks for passwords by %s%s', (algorithm, transport) => {
  let folder: string;
  let kamailio: Awaited<ReturnType<typeof startKamailio>>;
  let distrust: () => void;
  const theirs = pairsOf('localhost').good;
  const ours = pairsOf('fax.test').good;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'f2e-kamailio-test-'));
    await writeFile(join(folder, 'cert.pem'), ours.cert);
    await writeFile(join(folder, 'key.pem'), ours.key);
    distrust = trust([theirs]);
    kamailio = await startKamailio(algorithm, transport === ';transport=tls' ? theirs : undefined);
  });
  afterAll(async () => {
    distrust();
    await kamailio.stop();
    await rm(folder, { recursive: true });
  });

  function lineOf(user: string, options = '', more: object = {}): FaxLine {
    const settings = sipSettings({
      trunk: kamailio.trunk + transport,
      user,
      password: `secret-${user}`,
      sipOptions: `domain=fax.test&${options}`,
      ...more,
    });
    return sipLine('*', { settings, folder: join(folder, user), speed: SPEED });
  }

  /** A line that is registered and answers; `came` is the next fax. */
  async function answering(user: string) {
    const listen = `127.0.0.1:${await freePort()}`;
    const certificate = `cert=${join(folder, 'cert.pem')}&key=${join(folder, 'key.pem')}`;
    const encrypted = transport === ';transport=tls' ? `&${certificate}` : '';
    const line = lineOf(user, `register=yes${encrypted}`, { listen });
    const came = Promise.withResolvers<void>();
    const answers = await line.answer?.({
      answerFor: async () => ({ kind: 'answer', stationId: '+1 310 555 0142' }),
      failed: (reason) => process.stderr.write(`${reason}\n`),
      arrived: () => came.resolve(),
    });
    await expect.poll(async () => await line.check()).toEqual({ ok: true });
    return {
      stop: async () => await answers?.stop(),
      came: async (): Promise<{ arrival: WaitingArrival; pages: Uint8Array }> => {
        await came.promise;
        const listed = await line.arrivals?.list();
        const arrival = listed?.kind === 'ok' ? listed.value[0] : undefined;
        const fetched = arrival && (await line.arrivals?.fetch(arrival));
        if (!arrival || fetched?.kind !== 'ok') throw new Error('nothing came');
        return { arrival, pages: fetched.value };
      },
    };
  }

  it('register, and send a fax through it: asked for the password, over its recorded route, by T.38', async () => {
    const far = await answering('13105550142');
    const pages = faxPages(2);
    const outcome = await lineOf('12125550100').send(
      testCall('3105550142', { tiff: async () => pages }),
      never,
    );
    const { arrival, pages: received } = await far.came();
    await far.stop();
    expect(outcome).toMatchObject({ kind: 'delivered', pages: 2 });
    expect(outcome).toHaveProperty('detail', expect.stringContaining('(t38)'));
    expect(arrival).toMatchObject({ called: '3105550142', caller: '2125550100', fault: '' });
    expect(await pixelsOf(received)).toEqual(await pixelsOf(pages));
  });

  it('hear that a number is unknown', async () => {
    const outcome = await lineOf('12125550100').send(
      testCall('9995550142', { tiff: async () => faxPages(2) }),
      never,
    );
    expect(outcome).toMatchObject({ kind: 'final', reason: 'NUMBER_INVALID' });
  });

  it('say so when the password is wrong', async () => {
    const listen = `127.0.0.1:${await freePort()}`;
    const line = lineOf('13105550199', 'register=yes', { listen, password: 'WRONG' });
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
  const kamailio = await startKamailio('MD5', theirs);
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
