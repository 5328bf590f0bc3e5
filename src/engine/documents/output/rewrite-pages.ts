import { setImmediate } from 'node:timers/promises';
import type { Bitmap } from '../fax-page/bitmap.ts';
import { blankBitmap, rotateBitmap, rowBytes } from '../fax-page/bitmap.ts';
import type { FaxPage } from '../fax-page/class-f.ts';
import { decodeFaxPage, encodeFaxPage, FAX_Y_DPI, readClassF, writeClassF } from '../fax-page/class-f.ts';
import { pageRotation } from '../port.ts';
import type { HeaderLine, Rotation } from '../port.ts';
import { stampPage } from './header-stamp.ts';

/** Reads pages that must be ours; throws TypeError for anything else, because the caller should have converted it. */
export function requireClassF(tiff: Uint8Array): FaxPage[] {
  const pages = readClassF(tiff);
  if (pages === undefined) throw new TypeError('not a class-F TIFF of this engine');
  return pages;
}

/** Redraws every undamaged page; a damaged page stays unchanged. Yields to other work between pages. */
async function rewrite(
  pages: readonly FaxPage[],
  redraw: (bitmap: Bitmap, page: FaxPage, number: number) => FaxPage,
): Promise<Uint8Array> {
  const rewritten: FaxPage[] = [];
  for (const [index, page] of pages.entries()) {
    const decoded = decodeFaxPage(page);
    rewritten.push(decoded.kind === 'ok' ? redraw(decoded.bitmap, page, index + 1) : page);
    await setImmediate();
  }
  return writeClassF(rewritten);
}

/**
 * Rotates every page by `rotation` and additionally by its entry in `pageTurns`; a quarter turn swaps the resolutions
 * too, so that the page keeps its shape. Unrotated pages keep their bytes.
 */
export async function turnPages(
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
    return turn === 180
      ? encodeFaxPage(turned, page.xDpi, page.yDpi)
      : encodeFaxPage(turned, page.yDpi, page.xDpi);
  });
}

/** Prints the header line on every page. */
export async function stampPages(tiff: Uint8Array, header: HeaderLine): Promise<Uint8Array> {
  const pages = requireClassF(tiff);
  return rewrite(pages, (bitmap, page, number) =>
    encodeFaxPage(stampPage(bitmap, header, number, pages.length), page.xDpi, page.yDpi),
  );
}

/**
 * Merges every two rows of a fine page into one, black where either is, so that thin lines survive. Other pages stay
 * unchanged.
 */
export async function halvePages(tiff: Uint8Array): Promise<Uint8Array> {
  return rewrite(requireClassF(tiff), (bitmap, page) =>
    page.yDpi === FAX_Y_DPI ? encodeFaxPage(halveRows(bitmap), page.xDpi, page.yDpi / 2) : page,
  );
}

function halveRows({ width, height, bits }: Bitmap): Bitmap {
  const stride = rowBytes(width);
  const half = blankBitmap(width, Math.ceil(height / 2));
  for (let at = 0; at < bits.length; at++) {
    const row = Math.floor(at / stride) >> 1;
    half.bits[row * stride + (at % stride)]! |= bits[at]!;
  }
  return half;
}
