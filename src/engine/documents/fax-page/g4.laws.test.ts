import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { LAWS, expectBroken, expectLaw } from '#test/laws.ts';

import { MAX_PAGES, MAX_TIFF_DIRECTORIES } from '../limits.ts';
import type { Bitmap } from './bitmap.ts';
import { blankBitmap, rowBytes } from './bitmap.ts';
import { decodeFaxPage, encodeFaxPage, readClassF, writeClassF } from './class-f.ts';
import { RUN_PREFIXES, RUN_WINDOW_BITS } from './g4-codes.ts';
import { decodeG4 } from './g4-decode.ts';
import { encodeG4 } from './g4-encode.ts';
import { readTiff } from './read-tiff.ts';
import type { TiffPage } from './read-tiff.ts';

/** A row in a form that makes counterexamples readable: run lengths from white on, or changes to the row above. */
type Row = { runs: number[] } | { moved: number } | { noise: number };
interface Picture {
  width: number;
  rows: Row[];
}

const run = fc.oneof(
  fc.nat(9),
  fc.integer({ min: 60, max: 68 }),
  fc.integer({ min: 2556, max: 2630 }),
  fc.nat(5300),
);
const row: fc.Arbitrary<Row> = fc.oneof(
  fc.record({ runs: fc.array(run, { maxLength: 12 }) }),
  fc.constantFrom<Row>({ runs: [] }, { runs: [0, 6000] }, { moved: 0 }),
  fc.record({ moved: fc.integer({ min: -5, max: 5 }) }),
  fc.record({ noise: fc.integer({ min: 1 }) }),
);
const picture: fc.Arbitrary<Picture> = fc.record({
  width: fc.oneof(
    fc.constantFrom(
      1,
      2,
      7,
      8,
      9,
      31,
      32,
      33,
      64,
      1727,
      1728,
      1729,
      2432,
      2560,
      2623,
      2624,
      2625,
      4864,
      5300,
    ),
    fc.integer({ min: 1, max: 3000 }),
  ),
  rows: fc.array(row, { minLength: 1, maxLength: 10 }),
});

function draw({ width, rows }: Picture): Bitmap {
  const bitmap = blankBitmap(width, rows.length);
  let above = new Uint8Array(width);
  for (const [y, one] of rows.entries()) {
    const pixels = new Uint8Array(width);
    if ('noise' in one) {
      let state = one.noise;
      for (let x = 0; x < width; x++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        pixels[x] = state >>> 31;
      }
    } else if ('moved' in one) {
      for (let x = 0; x < width; x++) pixels[x] = above[x - one.moved] ?? 0;
    } else {
      let x = 0;
      for (const [index, length] of one.runs.entries()) pixels.fill(index & 1, x, (x += length));
    }
    for (let x = 0; x < width; x++)
      if (pixels[x] === 1) bitmap.bits[y * rowBytes(width) + (x >> 3)]! |= 128 >> (x & 7);
    above = pixels;
  }
  return bitmap;
}

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/** Libtiff's own program. */
const TIFFCP = '/usr/bin/tiffcp';

function expectRoundTrip(wanted: Picture): void {
  const bitmap = draw(wanted);
  const decoded = decodeG4(encodeG4(bitmap), bitmap.width, bitmap.height);
  expect(decoded.kind === 'ok' && same(decoded.bitmap.bits, bitmap.bits)).toBe(true);
}

/** Checks that bytes decode to an image of the requested size, or to the row where decoding stopped. */
function expectWithinBounds(bytes: Uint8Array, width: number, height: number): void {
  const decoded = decodeG4(bytes, width, height);
  expect(decoded.kind === 'ok' || (decoded.row >= 0 && decoded.row < height)).toBe(true);
  const bitmap = decoded.kind === 'ok' ? decoded.bitmap : blankBitmap(width, height);
  const stride = rowBytes(width);
  expect([bitmap.width, bitmap.height, bitmap.bits.length]).toEqual([width, height, stride * height]);
  // No dot may be beyond the edge.
  const edge = (1 << (stride * 8 - width)) - 1;
  for (let y = 1; y <= height; y++) expect(bitmap.bits[y * stride - 1]! & edge).toBe(0);
  const again = decodeG4(encodeG4(bitmap), width, height);
  expect(again.kind === 'ok' && same(again.bitmap.bits, bitmap.bits)).toBe(true);
}

const roundTrip = fc.property(picture, expectRoundTrip);

describe('laws of group 4 coding', LAWS, () => {
  const folder = mkdtempSync(join(tmpdir(), 'f2e-laws-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  /** Returns the same pages as rewritten by libtiff's own program. */
  const recoded = (tiff: Uint8Array, ...options: string[]): TiffPage[] => {
    const [from, to] = [join(folder, 'from.tif'), join(folder, 'to.tif')];
    writeFileSync(from, tiff);
    execFileSync(TIFFCP, [...options, from, to], { stdio: 'pipe' });
    return readTiff(readFileSync(to));
  };

  it('what was encoded is decoded again, whatever the picture', async () => {
    await expectLaw(roundTrip, 400);
  });

  it('where rows lie in memory, and what pads them, changes nothing', async () => {
    const law = fc.property(picture, fc.integer({ min: 0, max: 3 }), fc.nat(255), (wanted, offset, dirt) => {
      const { width, height, bits } = draw(wanted);
      const moved = new Uint8Array(bits.length + offset).subarray(offset);
      moved.set(bits);
      const stride = rowBytes(width);
      for (let y = 1; y <= height; y++) moved[y * stride - 1]! |= dirt & ((1 << (stride * 8 - width)) - 1);
      expect(same(encodeG4({ width, height, bits: moved }), encodeG4({ width, height, bits }))).toBe(true);
    });
    await expectLaw(law, 200);
  });

  it('libtiff reads what we write, and we read what libtiff writes', async () => {
    const law = fc.property(
      fc.array(picture, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 12 }),
      (wanted, rows) => {
        const bitmaps = wanted.map(draw);
        const ours = writeClassF(bitmaps.map((bitmap) => encodeFaxPage(bitmap)));
        const plain = recoded(ours, '-c', 'none');
        const theirs = recoded(ours, '-c', 'g4', '-r', String(rows));
        for (const [index, { width, height, bits }] of bitmaps.entries()) {
          expect(plain[index]).toMatchObject({ width, height, photometric: 0, compression: 1 });
          expect(theirs[index]).toMatchObject({ width, height, photometric: 0, compression: 4 });
          expect(same(Buffer.concat(plain[index]!.strips), bits)).toBe(true);
          expect(theirs[index]!.strips).toHaveLength(Math.ceil(height / rows));
          const parts = theirs[index]!.strips.map((strip, part) =>
            decodeG4(strip, width, Math.min(rows, height - part * rows)),
          );
          const read = parts.map((part) => (part.kind === 'ok' ? part.bitmap.bits : new Uint8Array()));
          expect(same(Buffer.concat(read), bits)).toBe(true);
        }
        expect([plain.length, theirs.length]).toEqual([bitmaps.length, bitmaps.length]);
      },
    );
    await expectLaw(law, 15);
  });

  it('a law notices a decoder that reads one run a dot too long', async () => {
    const white = RUN_PREFIXES[0];
    const kept = white.slice();
    // The code of five white dots is 1100 (T.4 table 2): every code that starts with it now means six.
    const [from, to] = [0b1100 << (RUN_WINDOW_BITS - 4), 0b1101 << (RUN_WINDOW_BITS - 4)];
    white.fill(6 * 16 + 4, from, to);
    try {
      await expectBroken(roundTrip, 400);
    } finally {
      white.set(kept);
    }
  });
});

/** Generates bytes as they may arrive: noise, or a good strip or file with some bytes changed, lost or repeated. */
function damagedOf(good: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const change = fc.record({ at: fc.nat(100_000), byte: fc.nat(255), cut: fc.nat(3), put: fc.nat(3) });
  const damage = fc.tuple(good, fc.array(change, { minLength: 1, maxLength: 8 })).map(([bytes, changes]) =>
    changes.reduce<Buffer>((now, { at, byte, cut, put }) => {
      const place = now.length === 0 ? 0 : at % now.length;
      return Buffer.concat([now.subarray(0, place), Buffer.alloc(put, byte), now.subarray(place + cut)]);
    }, Buffer.from(bytes)),
  );
  return fc.oneof(damage, damage, fc.uint8Array({ maxLength: 600 }));
}

describe('laws of reading damaged faxes', LAWS, () => {
  const size = { width: fc.integer({ min: 1, max: 2600 }), height: fc.nat(40) };

  it('the decoder takes any bytes: a picture of the size asked for, or the row where it stopped', async () => {
    const strip = damagedOf(picture.map((wanted) => encodeG4(draw(wanted))));
    await expectLaw(fc.property(strip, size.width, size.height, expectWithinBounds), 1000);
  });

  it('a file of several faxes is read as it was written', async () => {
    const law = fc.property(fc.array(picture, { minLength: 1, maxLength: 5 }), (wanted) => {
      const pages = wanted.map((one) => encodeFaxPage(draw(one))).filter(({ width }) => width <= 4864);
      fc.pre(pages.length > 0);
      expect(readClassF(writeClassF(pages))).toEqual(pages);
    });
    await expectLaw(law, 100);
  });

  it('a damaged file is read or refused, and gives no more bytes than it has', async () => {
    const file = damagedOf(
      fc
        .array(picture, { minLength: 1, maxLength: 3 })
        .map((wanted) => writeClassF(wanted.map((one) => encodeFaxPage(draw(one))))),
    );
    const law = fc.property(file, (bytes) => {
      expect(readTiff(bytes).length).toBeLessThanOrEqual(MAX_TIFF_DIRECTORIES);
      const pages = readClassF(bytes) ?? [];
      expect(pages.length).toBeLessThanOrEqual(MAX_PAGES);
      expect(pages.reduce((sum, { strip }) => sum + strip.length, 0)).toBeLessThanOrEqual(bytes.length);
      for (const page of pages) if (page.height <= 100) decodeFaxPage(page);
    });
    await expectLaw(law, 1000);
  });
});
