import type { Bitmap } from '../fax-page/bitmap.ts';
import { blankBitmap, rowBytes } from '../fax-page/bitmap.ts';
import type { FaxPage } from '../fax-page/class-f.ts';
import {
  asFaxPage,
  decodeFaxPage,
  encodeFaxPage,
  FAX_WIDTHS,
  FAX_X_DPI,
  FAX_Y_DPI,
} from '../fax-page/class-f.ts';
import type { TiffPage } from '../fax-page/read-tiff.ts';
import { readTiff } from '../fax-page/read-tiff.ts';
import { MAX_IMAGE_PIXELS, MAX_PAGE_ROWS } from '../limits.ts';
import type { GrayPage } from '../raster/paper.ts';
import { convertPicture, decodeGray, readImageHeader } from './image.ts';
import type { Photos } from '../port.ts';
import type { Drawing } from './refusal.ts';
import { DocumentRefusal, refuseTooManyPages } from './refusal.ts';
import { noteShortfall } from './shortfalls.ts';

/** How far a resolution may be from that of a fax: 200 dpi, 203 dpi and 8 lines per mm all mean it. */
const DPI_TOLERANCE = 12;
const near = (dpi: number, wanted: number) => Math.abs(dpi - wanted) <= DPI_TOLERANCE;

/** A page without a resolution and with fewer rows was scanned in standard resolution. */
const FEWEST_FINE_ROWS = 1400;

/**
 * Returns how many fax rows one row of a received fax stands for: 2 for standard, 1 for fine, ½ for superfine;
 * `undefined` if it is not a fax.
 */
function rowScale(page: TiffPage): number | undefined {
  const fax = page.bitsPerSample === 1 && page.samplesPerPixel === 1 && FAX_WIDTHS.includes(page.width);
  if (!fax) return undefined;
  if (page.yDpi <= 1) return page.height < FEWEST_FINE_ROWS ? 2 : 1;
  if (near(page.yDpi, FAX_Y_DPI)) return 1;
  if (near(page.yDpi, FAX_Y_DPI / 2)) return 2;
  return near(page.yDpi, FAX_Y_DPI * 2) ? 0.5 : undefined;
}

/** Packs gray pixels that are only black or white; with a scale of ½, black in either row wins. */
function packRows(gray: GrayPage, scale: number): Bitmap {
  const target = blankBitmap(gray.width, Math.ceil(gray.height * scale));
  const stride = rowBytes(gray.width);
  for (let y = 0; y < gray.height; y++) {
    const row = Math.floor(y * scale) * stride;
    for (let x = 0; x < gray.width; x++) {
      if (gray.pixels[y * gray.width + x]! < 128) target.bits[row + (x >> 3)]! |= 128 >> (x & 7);
    }
    if (scale === 2) target.bits.copyWithin(row + stride, row, row + stride);
  }
  return target;
}

/** Cuts endless paper into pages: no part of a received fax may be lost. */
function* cutPages(bitmap: Bitmap): Generator<FaxPage> {
  const stride = rowBytes(bitmap.width);
  for (let top = 0; top < bitmap.height; top += MAX_PAGE_ROWS) {
    const height = Math.min(MAX_PAGE_ROWS, bitmap.height - top);
    const bits = bitmap.bits.subarray(top * stride, (top + height) * stride);
    yield encodeFaxPage({ width: bitmap.width, height, bits });
  }
}

/** Returns the page unchanged if it already has our format and its strip is undamaged. */
function unchanged(page: TiffPage): FaxPage | undefined {
  const faxPage = asFaxPage(page);
  if (faxPage === undefined || !FAX_WIDTHS.includes(faxPage.width)) return undefined;
  if (faxPage.xDpi !== FAX_X_DPI || faxPage.yDpi !== FAX_Y_DPI) return undefined;
  return decodeFaxPage(faxPage).kind === 'ok' ? faxPage : undefined;
}

async function* convertTiffPage(
  bytes: Uint8Array,
  tags: TiffPage,
  page: number,
  photos?: Photos,
): AsyncGenerator<FaxPage> {
  const same = unchanged(tags);
  if (same !== undefined) {
    yield same;
    return;
  }
  const scale = rowScale(tags);
  if (scale === undefined) {
    yield* await convertPicture(bytes, { page, xDpi: tags.xDpi, yDpi: tags.yDpi }, photos);
    return;
  }
  const { gray, damaged } = await decodeFax(bytes, tags, page);
  for (const cut of cutPages(packRows(gray, scale))) yield damaged ? { ...cut, damaged } : cut;
}

/**
 * Decodes the dots of a fax page as far as they can be read: libtiff repairs damaged G3 rows and leaves the rest of a
 * damaged G4 page white. An unreadable page becomes white, so that the others are not lost with it.
 */
async function decodeFax(
  bytes: Uint8Array,
  tags: TiffPage,
  page: number,
): Promise<{ gray: GrayPage; damaged: boolean }> {
  const { width, height } = tags;
  // libtiff silently reads runs of zeros as white; our own decoder does not.
  const own = asFaxPage(tags);
  const isBroken = own !== undefined && decodeFaxPage(own).kind === 'damaged';
  let refusal: DocumentRefusal | undefined;
  for (const failOn of ['error', 'none'] as const) {
    try {
      // Input and output have the same size, so nothing is resampled or dithered.
      const gray = await decodeGray(bytes, { width, height, turned: false, page, failOn });
      return { gray, damaged: isBroken || failOn === 'none' };
    } catch (error) {
      if (!(error instanceof DocumentRefusal)) throw error;
      refusal = error;
    }
  }
  // The cause may also be a lack of memory.
  noteShortfall('a page is left white', refusal?.message);
  return { gray: { width, height, pixels: new Uint8Array(width * height).fill(255) }, damaged: true };
}

/**
 * Converts every page of a TIFF. Fax pages (one bit, as wide as fax paper) keep their pixels: dithering a received fax
 * again would ruin it. Other pages are pictures.
 */
export async function* convertTiff(
  bytes: Uint8Array,
  maxPages: number,
  { onCount, photos }: Drawing = {},
): AsyncGenerator<FaxPage> {
  const pages = readTiff(bytes);
  if (pages.length === 0) {
    yield* convertBigTiff(bytes, maxPages, photos);
    return;
  }
  refuseTooManyPages(pages.length, maxPages);
  if (pages.some((page) => page.width * page.height > MAX_IMAGE_PIXELS)) {
    throw new DocumentRefusal('DOCUMENT_TOO_LARGE', 'a page has too many pixels');
  }
  await readImageHeader(bytes);
  onCount?.(pages.length);
  for (const [index, page] of pages.entries()) yield* convertTiffPage(bytes, page, index, photos);
}

/** BigTIFF is not used for faxes; only libtiff reads it. */
async function* convertBigTiff(
  bytes: Uint8Array,
  maxPages: number,
  photos?: Photos,
): AsyncGenerator<FaxPage> {
  const { pages = 1 } = await readImageHeader(bytes);
  refuseTooManyPages(pages, maxPages);
  for (let page = 0; page < pages; page++) yield* await convertPicture(bytes, { page }, photos);
}
