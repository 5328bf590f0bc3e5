import { setImmediate } from 'node:timers/promises';
import { rotateBitmap, rowBytes } from '../fax-page/bitmap.ts';
import type { Bitmap } from '../fax-page/bitmap.ts';
import { decodeFaxPage, encodeFaxPage, FAX_Y_DPI, LETTER_ROWS } from '../fax-page/class-f.ts';
import type { FaxPage } from '../fax-page/class-f.ts';
import type { ArrangedPage, Photos, Rotation } from '../port.ts';
import { binarise } from '../raster/binarise.ts';
import type { GrayPage } from '../raster/paper.ts';
import { SHEETS } from '../raster/sheet-size.ts';
import { rotateGray, shrinkToGray } from './shrink.ts';

/** Inches of white kept below the last black row; the rest of the paper would only make the rotated page smaller. */
const MARGIN = 0.25;

/**
 * Returns the chosen pages in order, rotated as requested; null if one of them does not exist. Yields to other work
 * between pages.
 */
export async function arrange(
  pages: readonly FaxPage[],
  chosen: readonly ArrangedPage[],
  photos: Photos,
): Promise<FaxPage[] | null> {
  const arranged: FaxPage[] = [];
  for (const { page: number, rotation } of chosen) {
    const page = pages[number - 1];
    if (page === undefined) return null;
    arranged.push(turnOnPaper(page, rotation, photos));
    if (rotation !== 0) await setImmediate();
  }
  return arranged.length > 0 ? arranged : null;
}

/**
 * Rotates the content of a page and puts it on paper of the same width, in fine resolution, because fax machines accept
 * no other width. A quarter turn shrinks content that would be wider than the paper. A damaged or empty page stays
 * unchanged.
 */
function turnOnPaper(page: FaxPage, rotation: Rotation, photos: Photos): FaxPage {
  if (rotation === 0) return page;
  const decoded = decodeFaxPage(page);
  if (decoded.kind !== 'ok') return page;
  if (rotation === 180) return encodeFaxPage(rotateBitmap(decoded.bitmap, 180), page.xDpi, page.yDpi);
  const rows = writtenRows(decoded.bitmap, Math.round(MARGIN * page.yDpi));
  if (rows === 0) return page;
  const across = page.width / page.xDpi;
  const down = rows / page.yDpi;
  const scale = Math.min(1, across / down);
  const width = Math.max(1, Math.min(page.width, Math.round(down * scale * page.xDpi)));
  const height = Math.max(1, Math.round(across * scale * FAX_Y_DPI));
  const written = { ...decoded.bitmap, height: rows };
  const turned = rotateGray(shrinkToGray(written, height, width), rotation);
  const paper = Math.round((page.height / page.yDpi) * FAX_Y_DPI);
  const least = Math.min(Math.max(paper, LETTER_ROWS), SHEETS.a4.rows);
  const sheet = onSheet(turned, page.width, Math.max(height, least));
  return encodeFaxPage(binarise(sheet, photos), page.xDpi, FAX_Y_DPI);
}

/** Returns the rows up to the last black dot plus `margin`, limited to the page; 0 for an empty page. */
function writtenRows({ width, height, bits }: Bitmap, margin: number): number {
  const last = bits.findLastIndex((byte) => byte !== 0);
  return last < 0 ? 0 : Math.min(height, Math.floor(last / rowBytes(width)) + 1 + margin);
}

function onSheet(picture: GrayPage, width: number, height: number): GrayPage {
  const pixels = new Uint8Array(width * height).fill(255);
  const left = (width - picture.width) >> 1;
  for (let y = 0; y < picture.height; y++) {
    const row = picture.pixels.subarray(y * picture.width, (y + 1) * picture.width);
    pixels.set(row, y * width + left);
  }
  return { width, height, pixels };
}
