import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import type { Bitmap } from './bitmap.ts';
import { blankBitmap, rotateBitmap, rowBytes } from './bitmap.ts';
import { decodeFaxPage, encodeFaxPage, readClassF, writeClassF } from './class-f.ts';
import { decodeG4 } from './g4-decode.ts';
import { FAX_PAGE } from '../fixtures/test-engine.ts';
import { countTiffPages, readTiff } from './read-tiff.ts';

/** Returns a small random generator, so that every run uses the same images. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function draw(width: number, height: number, isBlack: (x: number, y: number) => boolean): Bitmap {
  const bitmap = blankBitmap(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isBlack(x, y)) bitmap.bits[y * rowBytes(width) + (x >> 3)]! |= 128 >> (x & 7);
    }
  }
  return bitmap;
}

const random = noise(7);
const PICTURES: readonly [string, Bitmap][] = [
  ['white', draw(1728, 40, () => false)],
  ['black', draw(1728, 40, () => true)],
  ['noise, the worst case', draw(1728, 200, () => random() < 0.5)],
  ['specks with long runs', draw(1728, 300, () => random() < 0.003)],
  ['checks', draw(1728, 120, (x, y) => (((x >> 5) + (y >> 4)) & 1) === 1)],
  ['diagonals', draw(1728, 200, (x, y) => (x + 3 * y) % 97 < 9)],
  ['black right edge', draw(1728, 30, (x) => x > 1000)],
  ['runs beyond 2560', draw(4000, 20, (x, y) => x > 3 && y > 2)],
  ['width of an A3 fax', draw(2432, 60, () => random() < 0.1)],
  ['odd width', draw(1729, 50, () => random() < 0.2)],
  ['tiny', draw(13, 9, () => random() < 0.5)],
];

/** Returns a page as read by libtiff: one byte per pixel. */
async function libtiffPixels(tiff: Uint8Array, page: number): Promise<Uint8Array> {
  return sharp(tiff, { page }).toColourspace('b-w').extractChannel(0).raw().toBuffer();
}

function pixelsOf({ width, height, bits }: Bitmap): Uint8Array {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const black = (bits[y * rowBytes(width) + (x >> 3)]! >> (7 - (x & 7))) & 1;
      pixels[y * width + x] = black === 1 ? 0 : 255;
    }
  }
  return pixels;
}

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

describe('group 4 coding', () => {
  const tiff = writeClassF(PICTURES.map(([, bitmap]) => encodeFaxPage(bitmap)));

  test.each(PICTURES.map(([name, bitmap], page) => ({ name, bitmap, page })))(
    'libtiff reads what we write, bit by bit: $name',
    async ({ bitmap, page }) => {
      expect(same(await libtiffPixels(tiff, page), pixelsOf(bitmap))).toBe(true);
    },
  );

  test.each(PICTURES)('our decoder reads what we write: %s', (_, bitmap) => {
    const decoded = decodeFaxPage(encodeFaxPage(bitmap));
    expect(decoded.kind === 'ok' && same(decoded.bitmap.bits, bitmap.bits)).toBe(true);
  });

  test('our decoder reads what libtiff writes', async () => {
    const [, bitmap] = PICTURES[5]!;
    const raw = { width: bitmap.width, height: bitmap.height, channels: 1 as const };
    const foreign = await sharp(pixelsOf(bitmap), { raw })
      .toColourspace('b-w')
      .tiff({ compression: 'ccittfax4', bitdepth: 1 })
      .toBuffer();
    const [page] = readTiff(foreign);
    let row = 0;
    const rows = Math.ceil(bitmap.height / page!.strips.length);
    for (const strip of page!.strips) {
      const height = Math.min(rows, bitmap.height - row);
      const decoded = decodeG4(strip, bitmap.width, height);
      const expected = bitmap.bits.subarray(
        row * rowBytes(bitmap.width),
        (row + height) * rowBytes(bitmap.width),
      );
      const inverted = page!.photometric === 1;
      const bits = decoded.kind === 'ok' ? decoded.bitmap.bits : new Uint8Array();
      expect(same(inverted ? bits.map((byte) => byte ^ 255) : bits, expected)).toBe(true);
      row += height;
    }
  });

  test('a damaged strip is noticed, never guessed, and never hangs', () => {
    const page = encodeFaxPage(PICTURES[5]![1]);
    let noticed = 0;
    for (let at = 0; at < 400; at++) {
      const strip = Uint8Array.from(page.strip);
      strip[(at * 37) % strip.length]! ^= 1 << (at & 7);
      if (decodeG4(strip, page.width, page.height).kind === 'damaged') noticed++;
    }
    expect(noticed).toBeGreaterThan(200);
    expect(decodeG4(page.strip.subarray(0, 20), page.width, page.height).kind).toBe('damaged');
    expect(decodeG4(new Uint8Array(), 1728, 10)).toEqual({ kind: 'damaged', row: 0 });
  });
});

describe('class-F file', () => {
  test('carries what fax software looks for', async () => {
    const page = encodeFaxPage(blankBitmap(1728, 2156));
    const tiff = writeClassF([page, page]);
    const [first] = readTiff(tiff);
    expect(first).toMatchObject({ ...FAX_PAGE, height: 2156 });
    expect(first!.strips).toHaveLength(1);
    const seen = await sharp(tiff).metadata();
    expect(seen).toMatchObject({ format: 'tiff', pages: 2, density: 204, width: 1728, height: 2156 });
    expect(countTiffPages(tiff)).toBe(2);
    expect(readClassF(tiff)).toHaveLength(2);
  });

  test('directory loops, giant counts and other files end at once', () => {
    const tiff = writeClassF([encodeFaxPage(blankBitmap(64, 8))]);
    const at = new DataView(tiff.buffer).getUint32(4, true);
    new DataView(tiff.buffer).setUint32(tiff.length - 4, at, true);
    expect(countTiffPages(tiff)).toBe(1);
    new DataView(tiff.buffer).setUint16(at, 65535, true);
    expect(countTiffPages(tiff)).toBe(0);
    expect(countTiffPages(Buffer.from('%PDF-1.4'))).toBe(0);
    expect(countTiffPages(new Uint8Array())).toBe(0);
    expect(readClassF(Buffer.from('II*\0'))).toBeUndefined();
  });
});

describe('hostile class-F files', () => {
  test('pages that share one strip are refused', () => {
    const one = writeClassF([encodeFaxPage(PICTURES[2]![1])]);
    const view = new DataView(one.buffer);
    const at = view.getUint32(4, true);
    const directory = one.subarray(at, one.length - 4);
    const two = Buffer.concat([one, directory, Buffer.alloc(4)]);
    two.writeUInt32LE(one.length, one.length - 4);
    expect(countTiffPages(two)).toBe(2);
    expect(readClassF(one)).toHaveLength(1);
    expect(readClassF(two)).toBeUndefined();
  });
});

describe('turning', () => {
  test.each(PICTURES)('four quarter turns are the same picture: %s', (_, bitmap) => {
    let turned = bitmap;
    for (let turn = 0; turn < 4; turn++) turned = rotateBitmap(turned, 90);
    expect(same(turned.bits, bitmap.bits)).toBe(true);
    expect(same(rotateBitmap(rotateBitmap(bitmap, 90), 90).bits, rotateBitmap(bitmap, 180).bits)).toBe(true);
    expect(same(rotateBitmap(rotateBitmap(bitmap, 270), 90).bits, bitmap.bits)).toBe(true);
  });

  test('clockwise means that the left edge becomes the top', () => {
    const turned = rotateBitmap(
      draw(16, 8, (x) => x === 0),
      90,
    );
    expect(turned).toMatchObject({ width: 8, height: 16 });
    expect(turned.bits[0]).toBe(255);
    expect(turned.bits.subarray(1).every((byte) => byte === 0)).toBe(true);
  });
});
