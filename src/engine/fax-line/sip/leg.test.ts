import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { sendBetweenLegs } from '#test/sip-rig/leg-pair.ts';

import { engineRuns } from './media-leg.ts';

const run = promisify(execFile);
const LEG = join(import.meta.dirname, 'leg');
const RIG = join(import.meta.dirname, '../../../../test/sip-rig');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-leg-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

it('runs where its libraries are, and nowhere else', async () => {
  expect(await engineRuns()).toBe(true);
  expect(await engineRuns(join(folder, 'missing'))).toBe(false);
  expect(await engineRuns('/bin/true')).toBe(false);
});

describe('T.38 over a network that loses packets', () => {
  it.each(['redundancy', 'fec'] as const)(
    'repairs one lost packet in twenty by %s, 12 of 12',
    async (repair) => {
      const pages = faxPages(1);
      const pixels = await pixelsOf(pages);
      const burst = repair === 'redundancy' ? 3 : 1;
      const ends: Awaited<ReturnType<typeof sendBetweenLegs>>[] = [];
      // Three at a time: with 24 fast processes on a busy machine, one falls so far behind that its partner gives up.
      for (const seeds of [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
        [10, 11, 12],
      ])
        ends.push(
          ...(await Promise.all(
            seeds.map(async (seed) => {
              const loss = { percent: 5, burst, seed };
              return await sendBetweenLegs(folder, pages, { repair, loss, speed: 10 });
            }),
          )),
        );
      expect(ends.map(({ sent }) => sent.text)).toEqual(Array.from({ length: 12 }, () => 'OK'));
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
      speed: 10,
    });
    expect([sent, received]).toMatchObject([
      { code: 0, ecm: false, pages: 1 },
      { code: 0, ecm: false, pages: 1 },
    ]);
    expect(await pixelsOf(arrived)).toEqual(await pixelsOf(pages));
  });
});

describe('untrusted input', () => {
  it('[A-SIP-03] media from any other address than the one negotiated is ignored: the fax arrives pixel by pixel', async () => {
    const pages = faxPages(1);
    const attacker = createSocket('udp4');
    attacker.bind(0, '127.0.0.2');
    await once(attacker, 'listening');
    const flood = setInterval(() => {
      for (const port of ports)
        attacker.send(Buffer.from([0, 9, 6, 1, 2, 3, 4, 5, 6, 0, 0]), port, '127.0.0.1');
    }, 2);
    const ports: number[] = [];
    const { sent, pages: arrived } = await sendBetweenLegs(folder, pages, {
      repair: 'none',
      loss: { percent: 0, burst: 1, seed: 98 },
      speed: 10,
      opened: (opened) => ports.push(...opened),
    });
    clearInterval(flood);
    attacker.close();
    expect(sent).toMatchObject({ code: 0, pages: 1 });
    expect(await pixelsOf(arrived)).toEqual(await pixelsOf(pages));
  });

  it('[A-SIP-04] an FCD frame without a frame number, which crashes the library, is dropped and the fax arrives', async () => {
    const program = join(folder, 'short-frame');
    const sources = [join(RIG, 'short-frame.c'), join(LEG, 'guard.c')];
    await run('gcc', [
      '-std=c11',
      '-rdynamic',
      '-o',
      program,
      ...sources,
      '-lspandsp',
      '-ltiff',
      '-lm',
      '-ldl',
    ]);
    const [document, received] = [join(folder, 'document.tif'), join(folder, 'short-frame.tif')];
    const pages = faxPages(1, 'dots');
    await writeFile(document, pages);
    // Without the guard this ends with SIGSEGV.
    const { stdout } = await run(program, [document, received]);
    expect(stdout).toBe('slipped 3 ended 0\n');
    expect(await pixelsOf(await readFile(received))).toEqual(await pixelsOf(pages));
  });

  it('[A-SIP-05] 600,000 damaged UDPTL and RTP packets cause no out-of-bounds access', async () => {
    const program = join(folder, 'wire-damage');
    const sources = [join(RIG, 'wire-damage.c'), join(LEG, 'udptl.c'), join(LEG, 'rtp.c')];
    const strict = ['-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
    await run('gcc', ['-std=c11', ...strict, '-I', LEG, '-o', program, ...sources, '-lspandsp', '-lm']);
    const { stdout } = await run(program, ['7']);
    expect(Number(stdout)).toBeGreaterThan(100_000);
  });
});
