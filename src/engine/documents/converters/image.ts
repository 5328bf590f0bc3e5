import sharp from 'sharp';
import type { FaxPage } from '../fax-page/class-f.ts';
import { encodeFaxPage, FAX_WIDTH } from '../fax-page/class-f.ts';
import { MAX_IMAGE_PIXELS } from '../limits.ts';
import { binarise } from '../raster/binarise.ts';
import type { Layout } from '../raster/layout.ts';
import { layoutPicture } from '../raster/layout.ts';
import type { GrayPage } from '../raster/paper.ts';
import { DocumentRefusal, refuseTooManyPages } from './refusal.ts';

/** A child converts one job: caching decoded images would only cost memory. */
sharp.cache(false);

/** Broken files are shown as far as they can be read: half a photo is better than none. */
function openImage(bytes: Uint8Array, page: number | undefined, limitInputPixels: number | false) {
  const pages = page === undefined ? {} : { page };
  return sharp(bytes, { failOn: 'none', limitInputPixels, ...pages });
}

/** What the header says; refuses before any pixel is decoded (A-CONV-06). */
export async function readImageHeader(bytes: Uint8Array, page?: number) {
  // No bound here: only the header is read, and too many pixels deserve their own answer below.
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

/** Decodes an image to grey pixels of exactly the given size, upright, transparent parts white. */
export async function decodeGray(
  bytes: Uint8Array,
  size: { width: number; height: number; turned: boolean; page?: number },
): Promise<GrayPage> {
  const upright = openImage(bytes, size.page, MAX_IMAGE_PIXELS).autoOrient();
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

/** Puts a decoded picture on a white fax page. */
function onPaper(picture: GrayPage, layout: Layout): GrayPage {
  const pixels = new Uint8Array(FAX_WIDTH * layout.pageRows).fill(255);
  for (let y = 0; y < picture.height; y++) {
    const row = picture.pixels.subarray(y * picture.width, (y + 1) * picture.width);
    pixels.set(row, (layout.top + y) * FAX_WIDTH + layout.left);
  }
  return { width: FAX_WIDTH, height: layout.pageRows, pixels };
}

/** Converts one image, or one page of a multi-page one, to a fax page. `dpi` overrides what the header says. */
export async function convertPicture(
  bytes: Uint8Array,
  source: { page?: number; xDpi?: number; yDpi?: number } = {},
): Promise<FaxPage> {
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
  return encodeFaxPage(binarise(onPaper(picture, layout)));
}

/** PNG and JPEG: one page each. */
export async function* convertImage(bytes: Uint8Array, maxPages: number): AsyncGenerator<FaxPage> {
  refuseTooManyPages(1, maxPages);
  yield await convertPicture(bytes);
}
