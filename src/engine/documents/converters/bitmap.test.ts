import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readTiff } from '../fax-page/read-tiff.ts';
import { makeBmp } from '../fixtures/make-bmp.ts';
import { sizeMarker } from '../fixtures/make-jp2.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { blackness, FAX_PAGE, openTestEngine, tiffOf } from '../fixtures/test-engine.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

/** Returns a pixel function for an image of this width: black on the left half, white on the right. */
const half = (width: number) => (x: number) => (x < width / 2 ? 0 : 255);

describe('bitmaps', () => {
  test.each([1, 8, 24, 32] as const)('of %i bits a pixel keep left and right', async (bits) => {
    const tiff = tiffOf(await tests.convert('a.bmp', makeBmp(600, 400, bits, half(600))));
    expect(readTiff(tiff)).toMatchObject([{ ...FAX_PAGE, height: 2156 }]);
    expect(await blackness(tiff, 0, [0.16, 0.05, 0.45, 0.3])).toBeGreaterThan(0.99);
    expect(await blackness(tiff, 0, [0.55, 0.05, 0.9, 0.3])).toBeLessThan(0.01);
  });

  test('with rows from the top down are not turned over', async () => {
    const upper = makeBmp(400, -400, 24, (_, y) => (y < 200 ? 0 : 255));
    const tiff = tiffOf(await tests.convert('a.bmp', upper));
    expect(await blackness(tiff, 0, [0.35, 0.04, 0.65, 0.15])).toBeGreaterThan(0.99);
    expect(await blackness(tiff, 0, [0.35, 0.3, 0.65, 0.38])).toBeLessThan(0.01);
  });

  test('without pixels, or cut off, are refused', async () => {
    const lie = Buffer.from(makeBmp(10, 10, 24, () => 0));
    lie.writeInt32LE(0, 18);
    expect(await tests.convert('empty.bmp', lie)).toMatchObject({ reason: 'DOCUMENT_DAMAGED' });
    const cut = makeBmp(600, 400, 24, () => 0).subarray(0, 60);
    expect(await tests.convert('cut.bmp', cut)).toMatchObject({ kind: 'refused' });
  });
});

describe('JPEG 2000', () => {
  test('without area, or with nothing behind the size marker, are refused', async () => {
    expect(await tests.convert('a.jp2', sizeMarker({ tile: 0 }))).toMatchObject({
      reason: 'DOCUMENT_DAMAGED',
    });
    expect(await tests.convert('a.jp2', sizeMarker({}))).toMatchObject({ reason: 'DOCUMENT_DAMAGED' });
  });
});
