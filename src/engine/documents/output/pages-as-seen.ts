import type { Bitmap } from '../fax-page/bitmap.ts';
import { blankBitmap, rotateBitmap, rowBytes } from '../fax-page/bitmap.ts';
import { encodeFaxPage, FAX_WIDTH, FAX_X_DPI, FAX_Y_DPI, LETTER_ROWS } from '../fax-page/class-f.ts';
import type { FaxPage } from '../fax-page/class-f.ts';
import type { GrayPage } from '../raster/paper.ts';
import { resample } from '../raster/resample.ts';
import { pageRotation } from '../port.ts';
import type { Rotation } from '../port.ts';
import { requireClassF, rewrite } from './rewrite-pages.ts';

/** Lighter than half: a line of one dot that falls between two is kept. */
const BLACK_BELOW = 170;

/**
 * The pages as they are seen when all are turned by `rotation` and some by more (`pageTurns`), so that they can be sent:
 * a quarter turn is shrunk to the width of fax paper. Pages that are not turned keep their bytes.
 */
export async function pagesAsSeen(
  tiff: Uint8Array,
  rotation: Rotation,
  pageTurns: readonly Rotation[] = [],
): Promise<Uint8Array> {
  const pages = requireClassF(tiff);
  if (pages.every((_, index) => pageRotation(rotation, pageTurns, index + 1) === 0)) return tiff;
  return rewrite(pages, (bitmap, page, number) => {
    const turn = pageRotation(rotation, pageTurns, number);
    if (turn === 0) return page;
    const turned = rotateBitmap(bitmap, turn);
    return turn === 180 ? encodeFaxPage(turned, page.xDpi, page.yDpi) : fit(turned, page);
  });
}

/** A turned page across is what it was down: its resolutions have changed places. */
function fit(turned: Bitmap, page: FaxPage): FaxPage {
  const across = (turned.width * FAX_X_DPI) / page.yDpi;
  const down = (turned.height * FAX_Y_DPI) / page.xDpi;
  const scale = Math.min(1, FAX_WIDTH / across);
  const width = Math.min(FAX_WIDTH, Math.round(across * scale));
  const small = resample(grayOf(turned), width, Math.round(down * scale));
  return encodeFaxPage(onPaper(small));
}

function grayOf({ width, height, bits }: Bitmap): GrayPage {
  const pixels = new Uint8Array(width * height);
  const stride = rowBytes(width);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels[y * width + x] = bits[y * stride + (x >> 3)]! & (128 >> (x & 7)) ? 0 : 255;
  return { width, height, pixels };
}

/** In the middle of a sheet that is at least as long as letter paper. */
function onPaper({ width, height, pixels }: GrayPage): Bitmap {
  const sheet = blankBitmap(FAX_WIDTH, Math.max(LETTER_ROWS, height));
  const stride = rowBytes(FAX_WIDTH);
  const left = (FAX_WIDTH - width) >> 1;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (pixels[y * width + x]! < BLACK_BELOW)
        sheet.bits[y * stride + ((left + x) >> 3)]! |= 128 >> ((left + x) & 7);
  return sheet;
}
