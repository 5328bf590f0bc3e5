import sharp from 'sharp';

import { blankBitmap, rowBytes } from '#engine/documents/fax-page/bitmap.ts';
import { FAX_WIDTH, LETTER_ROWS, encodeFaxPage, writeClassF } from '#engine/documents/fax-page/class-f.ts';

/** Number of rows from one bar of a test page to the next. */
const BAR_ROWS = 40;
const BAR_THICK = 12;

/** The content of a page: a few bars are sent within a second, many dots take twenty on a real line. */
type Filling = 'bars' | 'dots';

/** Returns a class F document with `count` pages, all different, so that each can be identified. */
export function faxPages(count: number, filling: Filling = 'bars'): Uint8Array {
  return writeClassF(Array.from({ length: count }, (_, page) => encodeFaxPage(drawn(page, filling))));
}

function drawn(page: number, filling: Filling) {
  const bitmap = blankBitmap(FAX_WIDTH, LETTER_ROWS);
  const bytes = rowBytes(FAX_WIDTH);
  let seed = page + 1;
  for (let row = 100; row < LETTER_ROWS - 100; row += 1) {
    const inBar = (row + page * 7) % BAR_ROWS < BAR_THICK;
    const dots = filling === 'dots' ? 8 : inBar ? 4 : 0;
    for (let dot = 0; dot < dots; dot += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      const at = filling === 'dots' ? seed : dot * 197 + Math.floor((row + page * 7) / BAR_ROWS) * 31;
      bitmap.bits[row * bytes + 10 + (at % (bytes - 20))] = 0xff;
    }
  }
  return bitmap;
}

/**
 * Returns the pixels of every page of a TIFF from any source, below `skipRows`, as one string each: equal strings are
 * equal pages.
 */
export async function pixelsOf(tiff: Uint8Array, skipRows = 0): Promise<string[]> {
  const { pages = 1 } = await sharp(tiff).metadata();
  return await Promise.all(
    Array.from({ length: pages }, async (_, page) => {
      const image = sharp(tiff, { page }).toColourspace('b-w').extractChannel(0).raw();
      const { data, info } = await image.toBuffer({ resolveWithObject: true });
      const rows = data.subarray(skipRows * info.width);
      const dots = Buffer.from(rows.map((tone) => (tone > 127 ? 1 : 0)));
      return `${info.width}x${info.height} ${dots.toString('base64')}`;
    }),
  );
}
