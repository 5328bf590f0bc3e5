import type { Color } from 'sharp';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTiff } from '../fax-page/read-tiff.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { blackness, FAX_PAGE, openTestEngine, tiffOf } from '../fixtures/test-engine.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

const canvas = (width: number, height: number, channels: 3 | 4, background: Color) =>
  sharp({ create: { width, height, channels, background } });

describe('pictures', () => {
  test.each([
    ['png', () => canvas(600, 400, 3, '#000').png().toBuffer()],
    ['jpg', () => canvas(600, 400, 3, '#000').jpeg().toBuffer()],
    ['jpg', () => canvas(600, 400, 3, '#000').toColourspace('cmyk').jpeg().toBuffer()],
    ['png', () => canvas(600, 400, 3, '#000').toColourspace('rgb16').png().toBuffer()],
    ['tif', () => canvas(600, 400, 3, '#000').tiff({ compression: 'lzw' }).toBuffer()],
    ['tiff', () => canvas(600, 400, 3, '#000').tiff({ compression: 'jpeg' }).toBuffer()],
  ])('%s in whatever colours: black stays black on a white page', async (extension, make) => {
    const tiff = tiffOf(await tests.convert(`a.${extension}`, await make()));
    expect(readTiff(tiff)).toMatchObject([{ ...FAX_PAGE, height: 2156 }]);
    expect(await blackness(tiff, 0, [0.2, 0.05, 0.8, 0.3])).toBeGreaterThan(0.99);
    expect(await blackness(tiff, 0, [0, 0.6, 1, 1])).toBe(0);
  });

  test('transparent parts are white', async () => {
    const clear = await canvas(600, 400, 4, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer();
    expect(await blackness(tiffOf(await tests.convert('a.png', clear)))).toBe(0);
  });

  test('the camera turns, the picture does not', async () => {
    const halves = await canvas(400, 600, 3, '#fff')
      .composite([{ input: await canvas(400, 300, 3, '#000').png().toBuffer(), top: 0, left: 0 }])
      .png()
      .toBuffer();
    // Orientation 3: the camera was upside down, so black is at the bottom of the visible image.
    const turned = await sharp(halves).withExif({}).withMetadata({ orientation: 3 }).jpeg().toBuffer();
    const tiff = tiffOf(await tests.convert('a.jpg', turned));
    expect(await blackness(tiff, 0, [0.3, 0.03, 0.7, 0.25])).toBeLessThan(0.01);
    expect(await blackness(tiff, 0, [0.3, 0.35, 0.7, 0.5])).toBeGreaterThan(0.99);
  });

  test('half a photo is better than none; none of one is damaged', async () => {
    const photo = await canvas(800, 800, 3, '#777').jpeg().toBuffer();
    expect(await tests.convert('cut.jpg', photo.subarray(0, photo.length - 200))).toMatchObject({
      kind: 'ok',
    });
    expect(await tests.convert('head.png', Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'))).toMatchObject({
      kind: 'refused',
      reason: 'DOCUMENT_DAMAGED',
    });
  });

  test('a multi-page TIFF keeps its pages and their order', async () => {
    const two = await sharp(
      [
        await canvas(300, 300, 3, '#000').png().toBuffer(),
        await canvas(300, 300, 3, '#fff').png().toBuffer(),
      ],
      {
        join: { animated: true },
      },
    )
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const tiff = tiffOf(await tests.convert('a.tif', two));
    expect(readTiff(tiff)).toHaveLength(2);
    expect(await blackness(tiff, 0)).toBeGreaterThan(await blackness(tiff, 1));
  });
});
