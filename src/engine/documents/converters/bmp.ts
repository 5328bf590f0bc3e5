import { decode } from 'bmp-ts';

import type { FaxPage } from '../fax-page/class-f.ts';
import { MAX_IMAGE_PIXELS } from '../limits.ts';
import { convertRawPicture } from './image.ts';
import type { Drawing } from './refusal.ts';
import { DocumentRefusal, refuseTooManyPages } from './refusal.ts';

/** OS/2 bitmaps have a header of 12 bytes with 16-bit sides; all others have 32-bit sides. */
const OS2_HEADER_BYTES = 12;

/** Reads the size before anything is allocated for it (A-CONV-06); negative heights mean top-down rows. */
function sizeOf(bytes: Uint8Array): { width: number; height: number; dpi: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 26) throw new DocumentRefusal('DOCUMENT_DAMAGED', 'a bitmap without header');
  if (view.getUint32(14, true) === OS2_HEADER_BYTES) {
    return { width: view.getUint16(18, true), height: view.getUint16(20, true), dpi: 0 };
  }
  const perMetre = bytes.length >= 42 ? view.getInt32(38, true) : 0;
  return {
    width: Math.abs(view.getInt32(18, true)),
    height: Math.abs(view.getInt32(22, true)),
    dpi: perMetre > 0 ? perMetre * 0.0254 : 0,
  };
}

/** Windows and OS/2 bitmaps: one page each. */
export async function* convertBmp(
  bytes: Uint8Array,
  maxPages: number,
  { photos }: Drawing = {},
): AsyncGenerator<FaxPage> {
  refuseTooManyPages(1, maxPages);
  const { width, height, dpi } = sizeOf(bytes);
  if (width * height > MAX_IMAGE_PIXELS) {
    throw new DocumentRefusal('DOCUMENT_TOO_LARGE', `${width} × ${height} pixels`);
  }
  if (width === 0 || height === 0) throw new DocumentRefusal('DOCUMENT_DAMAGED', 'an empty bitmap');
  const pixels = decodePixels(bytes);
  if (pixels.length !== width * height * 4)
    throw new DocumentRefusal('DOCUMENT_DAMAGED', 'pixels are missing');
  yield* await convertRawPicture({ width, height, channels: 4, pixels }, dpi, photos);
}

/**
 * Decodes to red, green, blue and an unused byte. The decoder returns its native order (alpha, blue, green, red), which
 * is reversed here: in RGBA order it writes alpha over the colors of one-bit pictures.
 */
function decodePixels(bytes: Uint8Array): Uint8Array {
  try {
    const { data } = decode(Buffer.from(bytes), { toRGBA: false });
    return data.swap32();
  } catch (error) {
    throw new DocumentRefusal('DOCUMENT_DAMAGED', String(error));
  }
}
