import type { Bitmap } from '../fax-page/bitmap.ts';
import type { Photos } from '../port.ts';
import { rowBytes } from '../fax-page/bitmap.ts';
import type { FaxPage } from '../fax-page/class-f.ts';
import { encodeFaxPage, FAX_Y_DPI } from '../fax-page/class-f.ts';
import { binarise } from './binarise.ts';
import type { Layout } from './layout.ts';
import type { GrayPage } from './paper.ts';

/** How far above the end of a sheet to look for a gap between lines: about eight lines of text. */
const GAP_WITHIN_ROWS = Math.round(1.5 * FAX_Y_DPI);

/** White rows that make a gap: there are fewer between the dots of a letter. */
const GAP_ROWS = 8;

const isWhite = ({ width, bits }: Bitmap, y: number) => {
  const stride = rowBytes(width);
  return !bits.subarray(y * stride, (y + 1) * stride).some((byte) => byte !== 0);
};

/** Returns the row in the middle of the last gap between lines; the whole height if there is none. */
function lastGap(bitmap: Bitmap): number {
  let white = 0;
  for (let y = bitmap.height - 1; y >= bitmap.height - GAP_WITHIN_ROWS; y--) {
    white = isWhite(bitmap, y) ? white + 1 : 0;
    if (white === GAP_ROWS) return y + GAP_ROWS / 2;
  }
  return bitmap.height;
}

/**
 * Makes fax pages of a laid-out page: one, or several if it is too long, cut between its lines.
 * `draw` returns the gray sheet that begins at the given row. White paper at the end is not sent.
 */
export function encodeSheets(
  { pageRows, rows }: Layout,
  draw: (top: number) => GrayPage,
  photos: Photos = 'quick',
): FaxPage[] {
  const pages: FaxPage[] = [];
  let blank = 0;
  for (let top = 0; top < rows;) {
    const bitmap = binarise(draw(top), photos);
    const isLast = top + pageRows >= rows;
    const used = isLast ? pageRows : lastGap(bitmap);
    // The rows below the cut are on the next sheet.
    bitmap.bits.fill(0, used * rowBytes(bitmap.width));
    pages.push(encodeFaxPage(bitmap));
    blank = rows > pageRows && bitmap.bits.every((byte) => byte === 0) ? blank + 1 : 0;
    top += used;
  }
  return pages.slice(0, Math.max(1, pages.length - blank));
}
