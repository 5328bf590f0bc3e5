import { expect, test } from 'vitest';
import { blankBitmap, rowBytes } from '../fax-page/bitmap.ts';
import { decodeFaxPage, encodeFaxPage, readClassF, writeClassF } from '../fax-page/class-f.ts';
import { pagesAsSeen } from './pages-as-seen.ts';

const STRIDE = rowBytes(1728);

async function turned(page: ReturnType<typeof blankBitmap>, rotation: 90 | 270) {
  const [fax] = readClassF(await pagesAsSeen(writeClassF([encodeFaxPage(page)]), rotation)) ?? [];
  const decoded = fax && decodeFaxPage(fax);
  if (decoded?.kind !== 'ok') throw new Error('damaged');
  const { bits, height } = decoded.bitmap;
  const black = (x: number, y: number) => (bits[y * STRIDE + (x >> 3)]! & (128 >> (x & 7))) !== 0;
  return {
    fax,
    rowsWith: (x: number) => Array.from({ length: height }, (_, y) => y).filter((y) => black(x, y)),
  };
}

test('a quarter turn is shrunk to the width of fax paper, and no thin line is lost', async () => {
  // A line of one dot along the left edge, another along the left half of the bottom.
  const page = blankBitmap(1728, 2156);
  for (let y = 0; y < 2156; y++) page.bits[y * STRIDE] = 0x40;
  page.bits.fill(0xff, 2155 * STRIDE, 2155 * STRIDE + (STRIDE >> 1));
  const right = await turned(page, 90);
  expect(right.fax).toMatchObject({ width: 1728, height: 2156, xDpi: 204, yDpi: 196 });
  // The left edge is on top now, and the bottom is on the left: half of a picture that is 1,279 rows high.
  expect(right.rowsWith(864)).toHaveLength(1);
  expect(right.rowsWith(864)[0]).toBeLessThan(3);
  expect(right.rowsWith(0).length).toBeGreaterThan(630);
  expect(right.rowsWith(0).at(-1)).toBeLessThan(645);
  const left = await turned(page, 270);
  expect(left.rowsWith(864)[0]).toBeGreaterThan(1270);
});

test('a short page that becomes a narrow one keeps its size, in the middle', async () => {
  const page = blankBitmap(1728, 300);
  page.bits.fill(0xff);
  const { fax, rowsWith } = await turned(page, 90);
  expect(fax).toMatchObject({ width: 1728, height: 2156 });
  // 300 rows at 196 dpi are 312 dots at 204 dpi; 1728 dots at 204 dpi are 1660 rows at 196 dpi.
  expect([rowsWith(707).length, rowsWith(709).length, rowsWith(1018).length, rowsWith(1021).length]).toEqual([
    0, 1660, 1660, 0,
  ]);
});
