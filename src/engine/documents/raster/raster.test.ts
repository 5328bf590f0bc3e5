import { describe, expect, test } from 'vitest';
import { rowBytes } from '../fax-page/bitmap.ts';
import { decodeFaxPage } from '../fax-page/class-f.ts';
import type { FaxPage } from '../fax-page/class-f.ts';
import { encodeG4 } from '../fax-page/g4-encode.ts';
import { binarise } from './binarise.ts';
import { layoutPage, layoutPicture } from './layout.ts';
import { SHEETS } from './sheet-size.ts';
import type { GrayPage } from './paper.ts';
import { encodeSheets } from './sheets.ts';

const WIDTH = 1728;

function gray(height: number, toneAt: (x: number, y: number) => number): GrayPage {
  const pixels = Uint8Array.from({ length: WIDTH * height }, (_, at) =>
    toneAt(at % WIDTH, Math.floor(at / WIDTH)),
  );
  return { width: WIDTH, height, pixels };
}

/** Returns the share of black pixels in a rectangle. */
function blackShare(page: GrayPage, left: number, top: number, right: number, bottom: number): number {
  const { bits } = binarise(page);
  let black = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) black += (bits[y * rowBytes(WIDTH) + (x >> 3)]! >> (7 - (x & 7))) & 1;
  }
  return black / ((right - left) * (bottom - top));
}

const isStroke = (x: number, y: number) => x % 24 < 5 && y % 40 < 24;

describe('black and white', () => {
  test('text on white keeps exactly its strokes', () => {
    const { bits } = binarise(gray(400, (x, y) => (isStroke(x, y) ? 0 : 255)));
    const wrong: string[] = [];
    for (let y = 0; y < 400; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const black = (bits[y * rowBytes(WIDTH) + (x >> 3)]! >> (7 - (x & 7))) & 1;
        if ((black === 1) !== isStroke(x, y)) wrong.push(`${x}, ${y}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('paper of a scan becomes clean white, its text solid black', () => {
    const page = gray(400, (x, y) => (isStroke(x, y) ? 60 : 205) + ((x * 31 + y * 17) % 21) - 10);
    expect(blackShare(page, 5, 24, 1700, 40)).toBe(0);
    expect(blackShare(page, 1, 1, 4, 23)).toBe(1);
  });

  test('a photo keeps its tones: darker grey has more dots', () => {
    const tones = [60, 100, 140, 180];
    const page = gray(400, (x, y) =>
      x < 1600 && y < 400 ? tones[Math.floor(x / 400)]! + ((x * 7 + y * 13) % 9) : 255,
    );
    const shares = tones.map((_, index) => blackShare(page, index * 400 + 40, 40, index * 400 + 360, 360));
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares[0]).toBeGreaterThan(0.5);
    expect(shares[3]).toBeGreaterThan(0.02);
  });

  test('text on a light tint stays crisp: no dots around it', () => {
    const page = gray(400, (x, y) => (y < 100 || y > 300 ? 255 : isStroke(x, y) ? 0 : 225));
    expect(blackShare(page, 100, 144, 1700, 160)).toBe(0);
  });

  test('fine photos are single dots, quick ones clusters: more of the wire, the same tones and the same text', () => {
    const tones = [60, 100, 140, 180];
    const photo = gray(400, (x, y) => tones[Math.floor(x / 432)]! + ((x * 7 + y * 13) % 9));
    const fine = binarise(photo, 'fine');
    expect(encodeG4(fine).length).toBeGreaterThan(encodeG4(binarise(photo, 'quick')).length * 1.5);
    expect(binarise(photo)).toEqual(binarise(photo, 'quick'));
    const inked = ({ bits }: typeof fine) =>
      bits.reduce((sum, byte) => sum + (byte.toString(2).match(/1/g)?.length ?? 0), 0);
    const share = inked(fine) / inked(binarise(photo, 'quick'));
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThan(1.1);
    const text = gray(400, (x, y) => (isStroke(x, y) ? 0 : 255));
    expect(binarise(text, 'fine')).toEqual(binarise(text, 'quick'));
  });

  test('a dithered photo costs a fraction of random dots on the wire', () => {
    const page = gray(800, (x, y) => 128 + 90 * Math.sin(x / 90) * Math.cos(y / 70));
    expect(encodeG4(binarise(page)).length).toBeLessThan((WIDTH * 800) / 8);
  });
});

describe('sheets of a long page', () => {
  const layout = { turned: false, left: 0, top: 0, width: WIDTH, height: 5000, pageRows: 2156, rows: 5000 };
  const sheets = (toneAt: (y: number) => number) =>
    encodeSheets(layout, (top) =>
      gray(2156, (x, y) => (top + y < 5000 && x % 24 < 5 ? toneAt(top + y) : 255)),
    );
  /** Returns how many rows of each sheet have a black dot. */
  const inked = (pages: readonly FaxPage[]) =>
    pages.map((page) => {
      const decoded = decodeFaxPage(page);
      if (decoded.kind !== 'ok') throw new Error('damaged');
      const { bits } = decoded.bitmap;
      const stride = rowBytes(WIDTH);
      const rows = Array.from({ length: page.height }, (_, y) => bits.subarray(y * stride, (y + 1) * stride));
      return rows.filter((row) => row.some((byte) => byte !== 0)).length;
    });

  test('lines are whole: cut between them, none lost and none twice', () => {
    // Lines of 24 rows with 16 rows between them: 125 lines.
    const counts = inked(sheets((y) => (y % 40 < 24 ? 0 : 255)));
    expect(counts).toHaveLength(3);
    expect(counts.map((count) => count % 24)).toEqual([0, 0, 0]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(125 * 24);
  });

  test('without a gap it is cut at the end of the sheet; white paper at its end is not sent', () => {
    expect(inked(sheets(() => 0))).toEqual([2156, 2156, 688]);
    expect(inked(sheets((y) => (y < 100 ? 0 : 255)))).toEqual([100]);
  });
});

describe('layout', () => {
  test.each([
    ['Letter', 8.5, 11, { turned: false, left: 0, width: 1728, pageRows: 2156 }],
    ['Letter, landscape', 11, 8.5, { turned: true, width: 1728, pageRows: 2156 }],
    ['A4', 8.268, 11.693, { turned: false, width: 1687, height: 2292, pageRows: 2292 }],
    ['Legal', 8.5, 14, { turned: false, width: 1728, pageRows: 2744 }],
    ['A3 is reduced to the paper width', 11.69, 16.54, { turned: false, width: 1728, pageRows: 2349 }],
    ['A5 is enlarged', 5.83, 8.27, { turned: false, width: 1582, height: 2156 }],
    ['a card is doubled, not blown up', 3.5, 2, { turned: false, width: 1428, height: 784, pageRows: 2156 }],
    ['a long roll', 8.5, 30, { width: 1728, pageRows: 5880 }],
    ['a longer roll is reduced a little', 8.5, 48, { width: 1267, height: 6876, pageRows: 6876, rows: 6876 }],
    ['a roll that would be illegible is cut', 8.5, 60, { width: 1728, pageRows: 2156, rows: 11760 }],
    ['a receipt too', 3.15, 60, { width: 643, pageRows: 2156, rows: 11760 }],
    ['a banner is turned and cut', 60, 8.5, { turned: true, width: 1728, pageRows: 2156, rows: 11760 }],
    ['an endless roll has an end', 8.5, 2000, { pageRows: 2156, height: 64_680, rows: 64_680 }],
    ['a giant box', 2000, 2000, { width: 1728, pageRows: 2156 }],
    ['nonsense reads as Letter', Number.NaN, -4, { width: 1728, pageRows: 2156 }],
    ['nothing', 0, 0, { width: 1728, pageRows: 2156 }],
  ])('page: %s', (_, width, height, expected) => {
    expect(layoutPage(width, height)).toMatchObject(expected);
  });

  test('on A4 nothing is shorter than A4, and pictures use its length', () => {
    expect(layoutPage(8.5, 11, SHEETS.a4)).toMatchObject({ width: 1728, height: 2156, pageRows: 2292 });
    expect(layoutPage(8.5, 60, SHEETS.a4)).toMatchObject({ pageRows: 2292, rows: 11_760 });
    expect(layoutPicture(3024, 4032, 72, 72, SHEETS.a4)).toMatchObject({ width: 1626, pageRows: 2292 });
  });

  test.each([
    ['a 300 dpi Letter scan fills the page', 2550, 3300, 300, { width: 1728, height: 2156, top: 0 }],
    ['a Letter scan without resolution too', 1700, 2200, 0, { width: 1728, height: 2156, top: 0 }],
    ['an A4 scan that claims 72 dpi', 2480, 3508, 72, { width: 1687, height: 2293 }],
    ['a landscape scan is turned', 3300, 2550, 300, { turned: true, width: 1728, pageRows: 2156 }],
    ['an icon keeps its size on a screen', 64, 64, 72, { width: 136, height: 131 }],
    ['a phone photo fits with margins', 3024, 4032, 72, { width: 1607, height: 2058, pageRows: 2156 }],
    ['a 300 dpi stamp keeps its size', 600, 300, 300, { turned: false, width: 408, height: 196 }],
    ['a long screenshot stays on one page', 1080, 6000, 0, { width: 816, pageRows: 4405 }],
    [
      'an endless one is cut, as wide as paper',
      1080,
      12_000,
      0,
      { width: 1626, pageRows: 2156, rows: 17_358 },
    ],
    ['one pixel', 1, 1, 0, { width: 2, height: 2 }],
  ])('picture: %s', (_, columns, rows, dpi, expected) => {
    expect(layoutPicture(columns, rows, dpi, dpi)).toMatchObject(expected);
  });

  test('whatever the size, the picture lies on the page', () => {
    for (const width of [1, 100, 1728, 30000]) {
      for (const height of [1, 100, 2200, 65000]) {
        for (const dpi of [0, 72, 204, 600]) {
          const layout = layoutPicture(width, height, dpi, dpi);
          expect(layout.left).toBeGreaterThanOrEqual(0);
          expect(layout.top).toBeGreaterThanOrEqual(0);
          expect(layout.left + layout.width).toBeLessThanOrEqual(1728);
          expect(layout.top + layout.height).toBeLessThanOrEqual(layout.rows);
          expect(layout.pageRows).toBeLessThanOrEqual(6876);
        }
      }
    }
  });
});
