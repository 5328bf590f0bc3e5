import { MAX_PAGE_COLUMNS, MAX_PAGE_ROWS, MAX_PAGES } from '../limits.ts';
import type { Bitmap } from './bitmap.ts';
import { decodeG4 } from './g4-decode.ts';
import { encodeG4 } from './g4-encode.ts';
import type { TiffPage } from './read-tiff.ts';
import { COMPRESSION_G4, countTiffPages, readTiff, TAG } from './read-tiff.ts';

/** Pixels of one fax row (T.4 clause 2.1: 1728 elements along 215 mm). */
export const FAX_WIDTH = 1728;

/** Dots per inch across, and down in fine resolution (RFC 2301: 204 × 196). */
export const FAX_X_DPI = 204;
/** Widths of faxes on A4 and Letter, B4, and A3 paper (T.4 table 1). */
export const FAX_WIDTHS: readonly number[] = [FAX_WIDTH, 2048, 2432];

/** Rows per inch in fine resolution. */
export const FAX_Y_DPI = 196;

/** Rows of a US Letter page: 11 inches. Shorter pages are padded to it. */
export const LETTER_ROWS = 2156;

/** One page as stored and sent: a single G4 strip with its size and resolution. */
export interface FaxPage {
  width: number;
  height: number;
  xDpi: number;
  yDpi: number;
  strip: Uint8Array;
  /** Whether parts of the page could not be read from its source. Known only during conversion, never stored. */
  damaged?: boolean;
}

/** Encodes a black-and-white image as a fax page. */
export function encodeFaxPage(bitmap: Bitmap, xDpi = FAX_X_DPI, yDpi = FAX_Y_DPI): FaxPage {
  return { width: bitmap.width, height: bitmap.height, xDpi, yDpi, strip: encodeG4(bitmap) };
}

/** Decodes a fax page; `damaged` if its strip is incomplete. */
export function decodeFaxPage(page: FaxPage) {
  return decodeG4(page.strip, page.width, page.height);
}

const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const HEADER_BYTES = 8;
const RATIONALS_BYTES = 16;

/** Returns the directory entries of one page, in the ascending order that TIFF 6.0 requires. */
function entriesOf(page: FaxPage, stripAt: number, number: number, total: number): number[][] {
  const resolutionAt = stripAt + page.strip.length + (page.strip.length & 1);
  return [
    [TAG.newSubfileType, LONG, 1, 2],
    [TAG.width, LONG, 1, page.width],
    [TAG.height, LONG, 1, page.height],
    [TAG.bitsPerSample, SHORT, 1, 1],
    [TAG.compression, SHORT, 1, COMPRESSION_G4],
    [TAG.photometric, SHORT, 1, 0],
    [TAG.fillOrder, SHORT, 1, 1],
    [TAG.stripOffsets, LONG, 1, stripAt],
    [TAG.orientation, SHORT, 1, 1],
    [TAG.samplesPerPixel, SHORT, 1, 1],
    [TAG.rowsPerStrip, LONG, 1, page.height],
    [TAG.stripByteCounts, LONG, 1, page.strip.length],
    [TAG.xResolution, RATIONAL, 1, resolutionAt],
    [TAG.yResolution, RATIONAL, 1, resolutionAt + 8],
    [TAG.t6Options, LONG, 1, 0],
    [TAG.resolutionUnit, SHORT, 1, 2],
    // Two shorts in one value: this page counted from 0, and the total.
    [TAG.pageNumber, SHORT, 2, number | (total << 16)],
    [TAG.cleanFaxData, SHORT, 1, 0],
  ];
}

function bytesOf(page: FaxPage): number {
  const tags = Object.keys(TAG).length;
  return page.strip.length + (page.strip.length & 1) + RATIONALS_BYTES + 2 + 12 * tags + 4;
}

/**
 * Writes pages as one class-F TIFF that libtiff, HylaFAX and every viewer can read: little endian, one strip per page,
 * fill order 1, 0 is white.
 */
export function writeClassF(pages: readonly FaxPage[]): Uint8Array {
  const total = pages.reduce((sum, page) => sum + bytesOf(page), HEADER_BYTES);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0]);
  let pointerAt = 4;
  let at = HEADER_BYTES;
  for (const [number, page] of pages.entries()) {
    const stripAt = at;
    bytes.set(page.strip, at);
    at += page.strip.length + (page.strip.length & 1);
    for (const value of [page.xDpi, 1, page.yDpi, 1]) {
      view.setUint32(at, value, true);
      at += 4;
    }
    view.setUint32(pointerAt, at, true);
    const entries = entriesOf(page, stripAt, number, pages.length);
    view.setUint16(at, entries.length, true);
    at += 2;
    for (const [tag, type, count, value] of entries) {
      view.setUint16(at, tag!, true);
      view.setUint16(at + 2, type!, true);
      view.setUint32(at + 4, count!, true);
      view.setUint32(at + 8, value! >>> 0, true);
      at += 12;
    }
    pointerAt = at;
    at += 4;
  }
  return bytes;
}

/**
 * Returns one page of a TIFF as a fax page if it has the form that `writeClassF` produces. `undefined` for anything
 * else (several strips, G3, other fill order), so that foreign pages are never half-understood.
 */
export function asFaxPage(page: TiffPage): FaxPage | undefined {
  const [strip, ...others] = page.strips;
  if (strip === undefined || strip.length === 0 || others.length > 0) return undefined;
  if (page.compression !== COMPRESSION_G4 || page.fillOrder !== 1 || page.photometric !== 0) return undefined;
  if (page.bitsPerSample !== 1 || page.samplesPerPixel !== 1 || page.orientation !== 1) return undefined;
  const { width, height } = page;
  if (width < 1 || width > MAX_PAGE_COLUMNS || height < 1 || height > MAX_PAGE_ROWS) return undefined;
  const xDpi = Math.round(page.xDpi) || FAX_X_DPI;
  const yDpi = Math.round(page.yDpi) || FAX_Y_DPI;
  return { width, height, xDpi, yDpi, strip };
}

/**
 * Reads a TIFF that `writeClassF` made; returns `undefined` for any other file, which has to go through the sandbox
 * first. Pages that share one strip are refused: 200 views of 100 MB would become 20 GB when written again.
 */
export function readClassF(tiff: Uint8Array): FaxPage[] | undefined {
  const pages: FaxPage[] = [];
  let bytes = 0;
  if (countTiffPages(tiff) > MAX_PAGES) return undefined;
  for (const page of readTiff(tiff)) {
    const faxPage = asFaxPage(page);
    if (faxPage === undefined) return undefined;
    bytes += faxPage.strip.length;
    pages.push(faxPage);
  }
  return pages.length > 0 && bytes <= tiff.length ? pages : undefined;
}
