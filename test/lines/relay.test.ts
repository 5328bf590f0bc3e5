import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testCall } from '#engine/fax-line/line.contract-test.ts';
import { sipLine } from '#engine/fax-line/sip/sip.ts';
import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { SPEED, sipSettings } from '#test/sip-rig/far-end.ts';
import { startKamailioLines } from '#test/sip-rig/kamailio-lines.ts';
import type { KamailioLines } from '#test/sip-rig/kamailio-lines.ts';
import { startKamailio } from '#test/sip-rig/kamailio.ts';

import { answeringLine } from './answering-line.ts';
import { startRelay } from './media-relay.ts';
import type { RunningRelay } from './media-relay.ts';

const never = new AbortController().signal;

describe.each([
  {
    gateway: false,
    speed: SPEED,
    calls: [
      ['accept', 'accept', 't38'],
      ['refuse', 'refuse', 'audio'],
    ],
  },
  {
    gateway: true,
    speed: 1,
    calls: [['first', 'refuse', 't38']],
  },
])(
  'behind a media relay (rtpengine), as a gateway between T.38 and G.711: $gateway',
  ({ gateway, speed, calls }) => {
    let relay: RunningRelay;
    let lines: KamailioLines;
    beforeAll(async () => {
      relay = await startRelay();
      lines = await startKamailioLines('SHA-256', '', { relay: { port: relay.port, gateway }, speed });
    });
    afterAll(async () => {
      await lines.stop();
      await relay.stop();
    });

    it.each(calls)('a line with t38=%s reaches one with t38=%s, by %s', async (ours, theirs, media) => {
      const far = await lines.answering('13105550142', `&t38=${theirs}`);
      const pages = faxPages(2);
      const outcome = await lines
        .lineOf('12125550100', `t38=${ours}`)
        .send(testCall('3105550142', { tiff: async () => pages }), never);
      expect(outcome).toMatchObject({ kind: 'delivered', pages: 2, link: { media } });
      const { pages: received } = await far.came();
      await far.stop();
      expect(await pixelsOf(received)).toEqual(await pixelsOf(pages));
      expect(await relay.packets()).toBeGreaterThan(100);
    });
  },
);

describe('killed in the middle of a call', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'f2e-killed-'));
  });
  afterAll(async () => await rm(folder, { recursive: true }));

  /** Starts two lines behind a kamailio; one of them answers. */
  async function startLines(relay?: RunningRelay) {
    const kamailio = await startKamailio(
      'SHA-256',
      relay ? { relay: { port: relay.port, gateway: false } } : {},
    );
    const as = (user: string, options: string) => ({
      trunk: kamailio.trunk,
      user,
      password: `secret-${user}`,
      sipOptions: `domain=fax.test&${options}`,
    });
    const far = await answeringLine(folder, { config: as('13105550142', 'register=yes'), speed: SPEED });
    await expect.poll(async () => await far.line.check()).toEqual({ ok: true });
    const settings = sipSettings(as('12125550100', ''));
    const ours = sipLine('*', { settings, folder: join(folder, `ours-${far.listen}`), speed: SPEED });
    return { kamailio, far, ours };
  }

  const document = faxPages(3, 'dots');
  const call = (change: Parameters<typeof testCall>[1]) =>
    testCall('3105550142', { pages: 3, tiff: async () => document, ...change });

  it('a media relay: the next call brings the pages that are missing, none twice', async () => {
    const first = await startRelay();
    const { kamailio, far, ours } = await startLines(first);
    const cut = call({ onPage: (confirmed) => void (confirmed === 1 && first.kill()) });
    expect(await ours.send(cut, never)).toMatchObject({ kind: 'retry', pagesConfirmed: 1, resume: true });
    const second = await startRelay(first);
    expect(await ours.send(call({ skip: 1 }), never)).toMatchObject({ kind: 'delivered', pages: 3 });
    await expect.poll(async () => (await far.received()).length).toBe(2);
    const received = await Promise.all((await far.received()).map(async (fax) => await pixelsOf(fax)));
    expect(received.flat().toSorted()).toEqual((await pixelsOf(document)).toSorted());
    await far.stop();
    await kamailio.stop();
    await second.stop();
  });

  it('a proxy: the fax arrives all the same, because its pages do not pass it', async () => {
    const { kamailio, far, ours } = await startLines();
    const going = call({ onPage: (confirmed) => void (confirmed === 1 && kamailio.kill()) });
    expect(await ours.send(going, never)).toMatchObject({ kind: 'delivered', pages: 3 });
    await expect.poll(async () => (await far.received()).length).toBe(1);
    const [received = new Uint8Array()] = await far.received();
    expect(await pixelsOf(received)).toEqual(await pixelsOf(document));
    await far.stop();
    await kamailio.stop();
  });
});
