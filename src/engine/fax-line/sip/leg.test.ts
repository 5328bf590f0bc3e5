import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { sendBetweenLegs } from '#test/sip-rig/leg-pair.ts';

const run = promisify(execFile);
const LEG = join(import.meta.dirname, 'leg');
const RIG = join(import.meta.dirname, '../../../../test/sip-rig');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-leg-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

describe('T.38 over a network that loses packets', () => {
  it.each(['redundancy', 'fec'] as const)(
    'repairs one lost packet in twenty by %s, 12 of 12',
    async (repair) => {
      const pages = faxPages(1);
      const pixels = await pixelsOf(pages);
      const seeds = Array.from({ length: 12 }, (_, seed) => seed + 1);
      const ends = await Promise.all(
        seeds.map(async (seed) => {
          const burst = repair === 'redundancy' ? 3 : 1;
          return await sendBetweenLegs(folder, pages, {
            repair,
            loss: { percent: 5, burst, seed },
            speed: 10,
          });
        }),
      );
      expect(ends.map(({ sent }) => sent.text)).toEqual(seeds.map(() => 'OK'));
      for (const { pages: received } of ends) expect(await pixelsOf(received)).toEqual(pixels);
    },
  );

  it('does without repair and error correction where nothing is lost', async () => {
    const pages = faxPages(1);
    const loss = { percent: 0, burst: 1, seed: 99 };
    const {
      sent,
      received,
      pages: arrived,
    } = await sendBetweenLegs(folder, pages, {
      repair: 'none',
      loss,
      ecm: false,
      speed: 20,
    });
    expect([sent, received]).toMatchObject([
      { code: 0, ecm: false, pages: 1 },
      { code: 0, ecm: false, pages: 1 },
    ]);
    expect(await pixelsOf(arrived)).toEqual(await pixelsOf(pages));
  });
});

describe('what a stranger can send', () => {
  it('is read within its bytes: 600,000 damaged packets of UDPTL and RTP', async () => {
    const program = join(folder, 'wire-damage');
    const sources = [join(RIG, 'wire-damage.c'), join(LEG, 'udptl.c'), join(LEG, 'rtp.c')];
    const strict = ['-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
    await run('gcc', ['-std=c11', ...strict, '-I', LEG, '-o', program, ...sources, '-lspandsp', '-lm']);
    const { stdout } = await run(program, ['7']);
    expect(Number(stdout)).toBeGreaterThan(100_000);
  });
});
