import { describe, expect, test } from 'vitest';

import english from '../../../../locales/en.json' with { type: 'json' };
import { convertFiles } from '../convert.ts';
import type { DrawnType } from '../detect-type.ts';
import { makeBmp } from '../fixtures/make-bmp.ts';
import { sizeMarker } from '../fixtures/make-jp2.ts';
import { blackPng } from '../fixtures/make-png.ts';
import { MAX_IMAGE_PIXELS } from '../limits.ts';

const MIB = 1024 * 1024;

/** Returns a TIFF directory of one G4 page of this size, without pixels. */
function emptyTiff(width: number, height: number): Buffer {
  const entries = [
    [256, width],
    [257, height],
    [259, 4],
  ] as const;
  const tiff = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  tiff.write('II*\0\x08', 'latin1');
  tiff.writeUInt16LE(entries.length, 8);
  for (const [index, [tag, value]] of entries.entries()) {
    const at = 10 + index * 12;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(4, at + 2);
    tiff.writeUInt32LE(1, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  }
  return tiff;
}

/** Returns a bitmap of 30 × 30 pixels whose header states another size. */
function lyingBmp(width: number, height: number): Buffer {
  const lie = Buffer.from(makeBmp(30, 30, 24, () => 0));
  lie.writeInt32LE(width, 18);
  lie.writeInt32LE(height, 22);
  return lie;
}

const FLOODS: readonly [string, DrawnType, Uint8Array][] = [
  ['PNG of 900 megapixels', 'png', blackPng(30_000, 30_000)],
  ['PNG header with nothing behind it', 'png', blackPng(30_000, 30_000).subarray(0, 60)],
  ['TIFF of 65,000 × 65,000', 'tiff', emptyTiff(65_000, 65_000)],
  ['JPEG 2000 of 2^31 tiles', 'jp2', sizeMarker({ width: 46_341, height: 46_341, tile: 1 })],
  ['JPEG 2000 of a million tiles of few pixels', 'jp2', sizeMarker({ width: 9000, height: 9000, tile: 9 })],
  ['JPEG 2000 of 60,000 × 60,000', 'jp2', sizeMarker({ width: 60_000, height: 60_000, tile: 60_000 })],
  ['JPEG 2000 of 92 megapixels in three colors', 'jp2', sizeMarker({ height: 920_000, components: 3 })],
  ['JPEG 2000 of 16,000 components', 'jp2', sizeMarker({ components: 16_000 })],
  ['bitmap that claims 6 terapixels', 'bmp', lyingBmp(3_000_000, 2_000_000)],
  ['bitmap that claims a pixel too many', 'bmp', lyingBmp(MAX_IMAGE_PIXELS + 1, 1)],
];

async function draw(type: DrawnType, bytes: Uint8Array): Promise<unknown> {
  const steps = { onFile: () => undefined, onPage: () => undefined };
  return await convertFiles([{ type, bytes }], steps).then(
    () => 'drawn',
    (error: unknown) => error,
  );
}

describe('[A-CONV-06] pixel floods', () => {
  test.each(FLOODS)('%s: refused from its header, without memory or work for it', async (_, type, bytes) => {
    // Loads everything that the type needs, so that only the limit is measured below.
    expect(await draw(type, Buffer.from('nothing'))).toMatchObject({ reason: 'DOCUMENT_DAMAGED' });
    const peak = process.resourceUsage().maxRSS * 1024;
    const work = process.cpuUsage();
    expect(await draw(type, bytes)).toMatchObject({ reason: 'DOCUMENT_TOO_LARGE' });
    // CPU time, which other work on the machine does not increase.
    const { user, system } = process.cpuUsage(work);
    expect(user + system).toBeLessThan(1_000_000);
    expect(process.resourceUsage().maxRSS * 1024 - peak).toBeLessThan(32 * MIB);
  });

  test('their senders are told that a picture is too large', () => {
    expect(english.reasons.DOCUMENT_TOO_LARGE).toBe('A picture or page in the document is too large.');
  });
});
