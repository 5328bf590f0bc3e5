import { expect, test } from 'vitest';
import type { Bitmap } from '../fax-page/bitmap.ts';
import { blankBitmap, rowBytes } from '../fax-page/bitmap.ts';
import { decodeFaxPage, encodeFaxPage } from '../fax-page/class-f.ts';
import type { FaxPage } from '../fax-page/class-f.ts';
import { arrange } from './turn-on-paper.ts';

/** Returns a page with a black box, all in pixels. */
function pageWith(size: { width: number; height: number }, box: number[], dpi = [204, 196]): FaxPage {
  const bitmap = blankBitmap(size.width, size.height);
  const [left = 0, top = 0, width = 0, height = 0] = box;
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++)
      bitmap.bits[y * rowBytes(size.width) + (x >> 3)]! |= 128 >> (x & 7);
  return encodeFaxPage(bitmap, dpi[0], dpi[1]);
}

function drawn(page: FaxPage | undefined): Bitmap {
  const decoded = page && decodeFaxPage(page);
  if (decoded?.kind !== 'ok') throw new Error('the page is not whole');
  return decoded.bitmap;
}

/** Returns the position of the black box: left, top, width and height in inches. */
function boxOf(page: FaxPage | undefined): number[] {
  const { width, height, bits } = drawn(page);
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (bits[y * rowBytes(width) + (x >> 3)]! & (128 >> (x & 7))) {
        xs.push(x);
        ys.push(y);
      }
  const [left, right] = xs.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [width, 0]);
  const [top, bottom] = [ys[0] ?? 0, ys.at(-1) ?? 0];
  return [left / 204, top / 196, (right - left + 1) / 204, (bottom - top + 1) / 196];
}

const A4 = { width: 1728, height: 2292 };

test('a page that is turned by a quarter is a fax page of the same paper again', async () => {
  // A box at the top left, 2 by 1 inches; the second page is written on down to its end.
  const page = pageWith(A4, [0, 0, 408, 196]);
  const full = pageWith(A4, [0, 2200, 408, 92]);
  const turned = await arrange(
    [page, full],
    [1, 2].map((at) => ({ page: at, rotation: 90 as const })),
    'quick',
  );
  for (const one of turned ?? [])
    expect([one.width, one.height, one.xDpi, one.yDpi]).toEqual([1728, 2292, 204, 196]);
  // 11.7 inches of height must fit 8.47 inches of width: what was 1 inch high is 0.72 wide, at the left edge of the
  // image.
  const [left, top, width, height] = boxOf(turned?.[1]);
  expect(left).toBeCloseTo(0, 1);
  expect(top).toBeCloseTo(0, 1);
  expect(width).toBeCloseTo((92 / 196) * 0.724, 1);
  expect(height).toBeCloseTo(2 * 0.724, 1);
  // The other page has little on it, so it keeps its size.
  expect(boxOf(turned?.[0])[2]).toBeCloseTo(1, 1);
  expect(boxOf(turned?.[0])[3]).toBeCloseTo(2, 1);
});

test('a turn to the right and one to the left put the top where people expect it', async () => {
  // Longer than the paper is wide, so that it fills the paper's width after the rotation.
  const page = pageWith({ width: 1728, height: 2156 }, [0, 0, 1728, 98]);
  const foot = pageWith({ width: 1728, height: 2156 }, [0, 2058, 1728, 98]);
  const [right, left] = (await arrange(
    [foot, foot],
    [
      { page: 1, rotation: 90 },
      { page: 2, rotation: 270 },
    ],
    'quick',
  ))!;
  expect(boxOf(right)[0]).toBeCloseTo(0, 1);
  expect(boxOf(left)[0]! + boxOf(left)[2]!).toBeCloseTo(1728 / 204, 1);
  const [over] = (await arrange([page], [{ page: 1, rotation: 180 }], 'quick'))!;
  expect(boxOf(over)[1]).toBeCloseTo((2156 - 98) / 196, 1);
  expect([over!.width, over!.height]).toEqual([1728, 2156]);
});

test('a received page keeps its width and gets fine resolution', async () => {
  const coarse = pageWith({ width: 2048, height: 1100 }, [0, 0, 1000, 1000], [204, 98]);
  const [turned] = (await arrange([coarse], [{ page: 1, rotation: 270 }], 'quick'))!;
  expect([turned!.width, turned!.xDpi, turned!.yDpi]).toEqual([2048, 204, 196]);
  expect(turned!.height).toBeGreaterThanOrEqual(2156);
});

test('damaged and empty pages stay as they are; a page that is not there is refused', async () => {
  const empty = pageWith(A4, []);
  const damaged = { ...pageWith(A4, [0, 0, 10, 10]), strip: Uint8Array.of(1, 2, 3) };
  const kept = await arrange(
    [empty, damaged],
    [
      { page: 2, rotation: 90 },
      { page: 1, rotation: 270 },
    ],
    'quick',
  );
  expect(kept).toEqual([damaged, empty]);
  expect(await arrange([empty], [{ page: 2, rotation: 0 }], 'quick')).toBeNull();
  expect(await arrange([empty], [], 'quick')).toBeNull();
});
