import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { testCall } from '#engine/fax-line/line.contract-test.ts';
import { sipLine } from '#engine/fax-line/sip/sip.ts';
import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { SPEED, sipSettings } from '#test/sip-rig/far-end.ts';
import { startKamailio } from '#test/sip-rig/kamailio.ts';
import { pairsOf, trust } from '#test/tls-pairs.ts';

import { answeringLine } from './answering-line.ts';

const FAXES = 20;
const AT_ONCE = 2;

let folder: string;
let kamailio: Awaited<ReturnType<typeof startKamailio>>;
let distrust: () => void;

beforeAll(async () => {
  const theirs = pairsOf('localhost').good;
  const ours = pairsOf('fax.test').good;
  folder = await mkdtemp(join(tmpdir(), 'f2e-lines-'));
  await writeFile(join(folder, 'cert.pem'), ours.cert);
  await writeFile(join(folder, 'key.pem'), ours.key);
  distrust = trust([theirs]);
  kamailio = await startKamailio('SHA-256', { tls: theirs });
});
afterAll(async () => {
  distrust();
  await kamailio.stop();
  await rm(folder, { recursive: true });
});

it.each([
  ['T.38', 't38=accept', 't38'],
  ['G.711', 't38=refuse', 'audio'],
])('20 of 20 faxes go over TLS through a kamailio by %s, pixel by pixel', async (_name, t38, media) => {
  const as = (user: string, options: string) => ({
    trunk: `${kamailio.trunk};transport=tls`,
    user,
    password: `secret-${user}`,
    sipOptions: `domain=fax.test&${t38}&${options}`,
  });
  const certificate = `cert=${join(folder, 'cert.pem')}&key=${join(folder, 'key.pem')}`;
  const config = as('13105550142', `register=yes&${certificate}`);
  const far = await answeringLine(folder, { config, speed: SPEED });
  await expect.poll(async () => await far.line.check()).toEqual({ ok: true });
  const settings = sipSettings(as('12125550100', ''));
  const ours = sipLine('*', { settings, folder: join(folder, 'ours'), speed: SPEED });
  const pages = faxPages(2);
  let left = FAXES;
  const outcomes: unknown[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        const call = testCall('3105550142', { tiff: async () => pages });
        outcomes.push(await ours.send(call, new AbortController().signal));
      }
    }),
  );
  await far.stop();
  expect(outcomes).toHaveLength(FAXES);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ kind: 'delivered', pages: 2, link: { media } });
  const received = await far.received();
  expect(received).toHaveLength(FAXES);
  const pixels = await pixelsOf(pages);
  for (const one of received) expect(await pixelsOf(one)).toEqual(pixels);
});
