import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Bitmap } from '../fax-page/bitmap.ts';
import { blankBitmap, rowBytes } from '../fax-page/bitmap.ts';
import { decodeFaxPage, encodeFaxPage, readClassF, writeClassF } from '../fax-page/class-f.ts';
import { readTiff } from '../fax-page/read-tiff.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { openTestEngine, tiffOf } from '../fixtures/test-engine.ts';

const run = promisify(execFile);

let tests: TestEngine;
let folder: string;
beforeAll(async () => {
  tests = await openTestEngine();
  folder = await mkdtemp(join(tmpdir(), 'received-fax-'));
});
afterAll(async () => {
  await tests.close();
  await rm(folder, { recursive: true });
});

/** Returns a page that dithering would change. */
function pattern(width: number, height: number): Bitmap {
  const bitmap = blankBitmap(width, height);
  for (let at = 0; at < bitmap.bits.length; at++) {
    const y = Math.floor(at / rowBytes(width));
    bitmap.bits[at] = (at * 37 + y * 11) % 251 < 40 ? 0b10110100 : 0;
  }
  return bitmap;
}

/** Returns the dots of a page of ours. */
function dotsOf(tiff: Uint8Array, page = 0): Uint8Array {
  const decoded = decodeFaxPage(readClassF(tiff)![page]!);
  if (decoded.kind === 'damaged') throw new Error(`damaged at ${decoded.row}`);
  return decoded.bitmap.bits;
}

const TIFFCP = '/usr/bin/tiffcp';

/** Returns the same pages in another encoding, made by libtiff's own program. */
async function recoded(tiff: Uint8Array, ...options: string[]): Promise<Buffer> {
  const [from, to] = [join(folder, 'from.tif'), join(folder, 'to.tif')];
  await writeFile(from, tiff);
  await run(TIFFCP, [...options, from, to]);
  return await readFile(to);
}

describe('a TIFF that is a fax already keeps every dot', () => {
  test.each([1728, 2048, 2432])('of %i dots a row', async (width) => {
    const page = encodeFaxPage(pattern(width, 300));
    const outcome = await tests.convert('a.tif', writeClassF([page]));
    expect(readTiff(tiffOf(outcome))).toMatchObject([{ width, height: 300 }]);
    expect(Buffer.compare(dotsOf(tiffOf(outcome)), pattern(width, 300).bits)).toBe(0);
  });

  test.runIf(existsSync(TIFFCP)).each([
    ['G3 1-D', ['-c', 'g3:1d']],
    ['G3 2-D', ['-c', 'g3:2d']],
    ['G3 1-D with filled lines, bits the other way round', ['-c', 'g3:1d:fill', '-f', 'lsb2msb']],
    ['G4 in strips', ['-c', 'g4', '-r', '64']],
  ])('coded as %s', async (_, options) => {
    const ours = writeClassF([encodeFaxPage(pattern(1728, 300)), encodeFaxPage(pattern(1728, 200))]);
    const outcome = await tests.convert('a.tif', await recoded(ours, ...options));
    expect(outcome).toMatchObject({ kind: 'ok', pages: 2 });
    expect(outcome).not.toHaveProperty('damagedPages');
    expect(Buffer.compare(dotsOf(tiffOf(outcome)), pattern(1728, 300).bits)).toBe(0);
    expect(Buffer.compare(dotsOf(tiffOf(outcome), 1), pattern(1728, 200).bits)).toBe(0);
  });

  test('four quarter turns give back the same file', async () => {
    const tiff = writeClassF([encodeFaxPage(pattern(1728, 300))]);
    let turned = tiff;
    for (let turn = 0; turn < 4; turn++) turned = await tests.engine.exportTiff(turned, 90);
    expect(Buffer.compare(turned, tiff)).toBe(0);
  });
});

describe('a fax that arrived damaged', () => {
  const height = 400;
  const three = () => writeClassF([1, 2, 3].map(() => encodeFaxPage(pattern(1728, height))));

  test('is shown as far as it can be read, and says which pages are damaged', async () => {
    const tiff = Uint8Array.from(three());
    const [, second] = readTiff(tiff);
    second!.strips[0]!.fill(0, second!.strips[0]!.length >> 1);
    const outcome = await tests.convert('fax.tiff', tiff);
    expect(outcome).toMatchObject({ kind: 'ok', pages: 3, damagedPages: [2] });
    const whole = pattern(1728, height).bits;
    for (const page of [0, 2]) expect(Buffer.compare(dotsOf(tiffOf(outcome), page), whole)).toBe(0);
    // The part before the damage is unchanged.
    const quarter = rowBytes(1728) * (height >> 2);
    const shown = dotsOf(tiffOf(outcome), 1).subarray(0, quarter);
    expect(Buffer.compare(shown, whole.subarray(0, quarter))).toBe(0);
  });

  test('a page of which nothing is left does not cost the others', async () => {
    const tiff = Uint8Array.from(three());
    readTiff(tiff)[0]!.strips[0]!.fill(0);
    expect(await tests.convert('fax.tiff', tiff)).toMatchObject({ kind: 'ok', pages: 3, damagedPages: [1] });
  });

  test('why a page could not be read at all is in the log', async () => {
    const tiff = Buffer.from(three());
    // The second page has an unknown photometric interpretation (TIFF 6.0, tag 262).
    const tag = Buffer.from([6, 1, 3, 0, 1, 0, 0, 0]);
    tiff.writeUInt16LE(99, tiff.indexOf(tag, tiff.indexOf(tag) + 1) + 8);
    expect(await tests.convert('fax.tiff', tiff)).toMatchObject({ kind: 'ok', damagedPages: [2] });
    expect(tests.refusals.at(-1)).toContain('a page is left white');
  });
});
