import type { FaxPage } from '../fax-page/class-f.ts';
import { decodeFaxPage, readClassF } from '../fax-page/class-f.ts';
import type { PageImageOutcome, PageView } from '../port.ts';
import { encodeGif } from './gif.ts';
import { rotateGray, shrinkToGray } from './shrink.ts';

/** Widest page image; wider ones cost bandwidth and show no more of a fax. */
export const MAX_IMAGE_WIDTH = 1000;
const MIN_IMAGE_WIDTH = 16;
/** Tallest image: a 35-inch page at full width. */
const MAX_IMAGE_HEIGHT = 6000;

/** Returns a tone curve that darkens black strokes, which averaging turns gray; the smaller the image, the more. */
function inkCurve(width: number): Uint8Array {
  const power = width < 300 ? 1.8 : 1.35;
  return Uint8Array.from({ length: 256 }, (_, tone) => Math.round(255 * (tone / 255) ** power));
}

/** Returns the size of the unrotated image whose rotated width is `wanted`; the proportions are those in inches. */
function unturnedSize(page: FaxPage, wanted: number, sideways: boolean): { width: number; height: number } {
  const widthInches = page.width / page.xDpi;
  const heightInches = page.height / page.yDpi;
  const perInch = wanted / (sideways ? heightInches : widthInches);
  const bounded = (inches: number) => Math.max(1, Math.min(MAX_IMAGE_HEIGHT, Math.round(inches * perInch)));
  return { width: bounded(widthInches), height: bounded(heightInches) };
}

/** Draws one page of a class-F TIFF as a GIF; returns `failed` if it is damaged or missing. */
export function drawPage(tiff: Uint8Array, number: number, view: PageView): PageImageOutcome {
  const page = readClassF(tiff)?.[number - 1];
  if (page === undefined) return { kind: 'failed', reason: 'no such page' };
  const decoded = decodeFaxPage(page);
  if (decoded.kind === 'damaged') return { kind: 'failed', reason: `damaged at row ${decoded.row}` };
  const wanted = Math.max(
    MIN_IMAGE_WIDTH,
    Math.min(MAX_IMAGE_WIDTH, Math.round(view.width) || MAX_IMAGE_WIDTH),
  );
  const { width, height } = unturnedSize(page, wanted, view.rotation === 90 || view.rotation === 270);
  const gray = rotateGray(shrinkToGray(decoded.bitmap, width, height), view.rotation);
  return { kind: 'ok', gif: encodeGif(gray, inkCurve(wanted)) };
}
