import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { FaxPage } from '../fax-page/class-f.ts';
import { FAX_WIDTH } from '../fax-page/class-f.ts';
import { MAX_IMAGE_PIXELS } from '../limits.ts';
import type { Layout } from '../raster/layout.ts';
import { layoutPicture } from '../raster/layout.ts';
import type { GrayPage } from '../raster/paper.ts';
import { LEAST_RESAMPLED, resample } from '../raster/resample.ts';
import { encodeSheets } from '../raster/sheets.ts';
import type { Photos } from '../port.ts';
import type { Drawing } from './refusal.ts';
import { noteShortfall } from './shortfalls.ts';
import { DocumentRefusal, refuseTooManyPages } from './refusal.ts';

/** A child converts one job: caching decoded images would only cost memory. */
sharp.cache(false);

/** Opens an image. Broken files are shown as far as they can be read: half a photo is better than none. */
function openImage(
  bytes: Uint8Array,
  page: number | undefined,
  limitInputPixels: number | false,
  failOn: 'none' | 'error' = 'none',
) {
  const pages = page === undefined ? {} : { page };
  return sharp(bytes, { failOn, limitInputPixels, ...pages });
}

/** Reads the header; refuses before any pixel is decoded (A-CONV-06). */
export async function readImageHeader(bytes: Uint8Array, page?: number) {
  // No limit here: only the header is read, and too many pixels get their own refusal below.
  const header = await openImage(bytes, page, false)
    .metadata()
    .catch((error: unknown) => {
      throw new DocumentRefusal('DOCUMENT_DAMAGED', String(error));
    });
  // Some loaders report all pages of a file as one tall image.
  const height = header.pageHeight ?? header.height;
  if (header.width * height > MAX_IMAGE_PIXELS) {
    throw new DocumentRefusal('DOCUMENT_TOO_LARGE', `${header.width} × ${height} pixels`);
  }
  return header;
}

/** The requested size of a picture; `turned` says whether it is first rotated by 90 degrees. */
interface WantedSize {
  width: number;
  height: number;
  turned: boolean;
}

/** Decodes an image to gray pixels of exactly the given size, upright, with transparent parts white. */
export async function decodeGray(
  bytes: Uint8Array,
  size: WantedSize & { page?: number; failOn?: 'none' | 'error' },
): Promise<GrayPage> {
  return await toGray(openImage(bytes, size.page, MAX_IMAGE_PIXELS, size.failOn).autoOrient(), size);
}

async function toGray(upright: Sharp, size: WantedSize): Promise<GrayPage> {
  const turned = size.turned ? upright.rotate(90) : upright;
  const { data, info } = await turned
    .flatten({ background: '#ffffff' })
    .resize(size.width, size.height, { fit: 'fill' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new DocumentRefusal('DOCUMENT_DAMAGED', String(error));
    });
  return { width: info.width, height: info.height, pixels: data };
}

/** Makes fax pages of a picture that already has the size of its layout. */
export function sheetsOf(picture: GrayPage, layout: Layout, photos?: Photos): FaxPage[] {
  return encodeSheets(layout, (top) => onPaper(picture, layout, top), photos);
}

/** Places a decoded picture on a white sheet that begins at row `from` of all sheets. */
function onPaper(picture: GrayPage, { left, top, pageRows }: Layout, from: number): GrayPage {
  if (picture.width === FAX_WIDTH && picture.height === pageRows) return picture;
  const pixels = new Uint8Array(FAX_WIDTH * pageRows).fill(255);
  const begin = Math.max(0, from - top);
  const end = Math.min(picture.height, from - top + pageRows);
  for (let y = begin; y < end; y++) {
    const row = picture.pixels.subarray(y * picture.width, (y + 1) * picture.width);
    pixels.set(row, (top - from + y) * FAX_WIDTH + left);
  }
  return { width: FAX_WIDTH, height: pageRows, pixels };
}

/**
 * Converts one image, or one page of a multi-page image, to fax pages: several if it is very long. `xDpi` and `yDpi`
 * override its header.
 */
export async function convertPicture(
  bytes: Uint8Array,
  source: { page?: number; xDpi?: number; yDpi?: number } = {},
  photos?: Photos,
): Promise<FaxPage[]> {
  const header = await readImageHeader(bytes, source.page);
  const { width, height } = header.autoOrient;
  const xDpi = source.xDpi ?? header.density ?? 0;
  const layout = layoutPicture(width, height, xDpi, source.yDpi ?? xDpi);
  const page = source.page === undefined ? {} : { page: source.page };
  const picture = await decodeGray(bytes, {
    width: layout.width,
    height: layout.height,
    turned: layout.turned,
    ...page,
  });
  return sheetsOf(picture, layout, photos);
}

/** Scans with at most this many times the dots of a fax are resampled here; larger ones are shrunk during decoding. */
const MOST_DOTS = 1.9;

/**
 * Decodes the JPEG of a page that consists of nothing else; returns `undefined` if it is broken, so that PDFium shows
 * what it can.
 */
export async function decodeScan(jpeg: Uint8Array, layout: Layout): Promise<GrayPage | undefined> {
  const decoded = await decodeJpeg(jpeg, layout).catch((error: unknown) => {
    // Whatever is wrong with it, PDFium handles broken pictures in its own way.
    noteShortfall('a scan is drawn by PDFium', error);
    return undefined;
  });
  return decoded && resample(decoded, layout.width, layout.height);
}

/** Decodes a scan in its own size if that is close to the layout's, otherwise in the layout's. */
async function decodeJpeg(jpeg: Uint8Array, layout: Layout): Promise<GrayPage> {
  // A PDF ignores the camera's orientation.
  const opened = sharp(jpeg, { limitInputPixels: MAX_IMAGE_PIXELS });
  const { width, height } = await opened.metadata();
  const across = width / layout.width;
  const isNear = !layout.turned && across < MOST_DOTS && Math.min(width, height) >= LEAST_RESAMPLED;
  if (!isNear) return await toGray(opened, layout);
  const pixels = await opened.toColourspace('b-w').extractChannel(0).raw({ depth: 'uchar' }).toBuffer();
  return { width, height, pixels };
}

/** Pixels from another decoder, eight bits per channel; alpha is ignored. */
export interface RawPicture {
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
  pixels: Uint8Array;
}

/** Converts decoded pixels to fax pages; `dpi` is 0 if their file does not state it. */
export async function convertRawPicture(raw: RawPicture, dpi: number, photos?: Photos): Promise<FaxPage[]> {
  const { width, height, channels, pixels } = raw;
  const layout = layoutPicture(width, height, dpi, dpi);
  // The alpha of such pictures is usually a byte that was never set, so everything is made opaque.
  if (channels === 2 || channels === 4) {
    for (let at = channels - 1; at < pixels.length; at += channels) pixels[at] = 255;
  }
  const opened = sharp(pixels, { raw: { width, height, channels }, limitInputPixels: MAX_IMAGE_PIXELS });
  return sheetsOf(await toGray(opened, layout), layout, photos);
}

/** PNG and JPEG: one picture each. */
export async function* convertImage(
  bytes: Uint8Array,
  maxPages: number,
  { photos }: Drawing = {},
): AsyncGenerator<FaxPage> {
  refuseTooManyPages(1, maxPages);
  yield* await convertPicture(bytes, {}, photos);
}
