import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { testCall } from '#engine/fax-line/line.contract-test.ts';
import { sipLine } from '#engine/fax-line/sip/sip.ts';
import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { sipSettings } from '#test/sip-rig/far-end.ts';

import { answeringLine } from './answering-line.ts';

const CALLS = 100;

it('100 calls at once over T.38, both ends on this machine: 100 faxes arrive, pixel by pixel', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-crowd-'));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const far = await answeringLine(folder, {
    // Two media ports per call, and enough of them to find a free one quickly.
    config: { sipOptions: `calls=${CALLS}&ports=41000-41999` },
  });
  const settings = sipSettings({ trunk: `sip:${far.listen}`, sipOptions: 'ports=42000-42999' });
  const ours = sipLine('*', { settings, folder: join(folder, 'ours') });
  const pages = faxPages(2);
  const outcomes = await Promise.all(
    Array.from({ length: CALLS }, async () => {
      const call = testCall('3105550142', { tiff: async () => pages });
      return await ours.send(call, new AbortController().signal);
    }),
  );
  await far.stop();
  const ended = outcomes.map((outcome) =>
    'detail' in outcome ? `${outcome.kind} ${outcome.detail}` : outcome.kind,
  );
  expect(ended).toEqual(Array.from({ length: CALLS }, () => 'delivered OK (t38)'));
  const received = await far.received();
  expect(received).toHaveLength(CALLS);
  const pixels = await pixelsOf(pages);
  for (const one of received) expect(await pixelsOf(one)).toEqual(pixels);
});
