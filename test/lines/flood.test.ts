import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

import { testCall } from '#engine/fax-line/line.contract-test.ts';
import { sipLine } from '#engine/fax-line/sip/sip.ts';
import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { sipSettings } from '#test/sip-rig/far-end.ts';

import { answeringLine } from './answering-line.ts';

const PER_SECOND = 10_000;
const FAXES = 3;

it('[A-SIP-01] 10,000 INVITEs a second from a strange address are dropped unanswered, and faxes go on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-flood-'));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const far = await answeringLine(folder, { config: { trunk: 'sip:127.0.0.1' } });
  const settings = sipSettings({ trunk: `sip:${far.listen}` });
  const ours = sipLine('*', { settings, folder: join(folder, 'ours') });
  const port = far.listen.split(':')[1] ?? '';
  const script = join(import.meta.dirname, 'flooder.ts');
  const flooder = spawn(process.execPath, [script, port, String(PER_SECOND)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told = text(flooder.stdout);
  const before = process.cpuUsage();
  const began = performance.now();
  const pages = faxPages(2);
  const outcomes = await Promise.all(
    Array.from({ length: FAXES }, async () => {
      const call = testCall('3105550142', { tiff: async () => pages });
      return await ours.send(call, new AbortController().signal);
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(before);
  flooder.kill('SIGTERM');
  const { sent, answers } = JSON.parse(await told) as { sent: number; answers: number };
  await far.stop();
  process.stdout.write(
    `${Math.round(sent / seconds)} INVITEs a second for ${Math.round(seconds)} s: ` +
      `${Math.round((100 * (user + system)) / 1e6 / seconds)} % of a core\n`,
  );
  expect(answers).toBe(0);
  expect(sent / seconds).toBeGreaterThan(PER_SECOND * 0.5);
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: FAXES }, () => 'delivered'));
  const pixels = await pixelsOf(pages);
  for (const one of await far.received()) expect(await pixelsOf(one)).toEqual(pixels);
});
