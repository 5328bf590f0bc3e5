import type { Bitmap } from '../fax-page/bitmap.ts';
import { rowBytes } from '../fax-page/bitmap.ts';
import type { GrayPage } from '../raster/paper.ts';

/** For every edge between two target columns: the source pixel it falls into and how far. */
function columnEdges(source: number, target: number): { pixel: Int32Array; part: Float32Array } {
  const pixel = new Int32Array(target + 1);
  const part = new Float32Array(target + 1);
  for (let edge = 0; edge <= target; edge++) {
    const exact = (edge * source) / target;
    pixel[edge] = Math.min(source - 1, Math.floor(exact));
    part[edge] = exact - pixel[edge]!;
  }
  return { pixel, part };
}

/** Fills `counts[x]` with the number of black pixels left of x; false when the row is white. */
function countBlack(bits: Uint8Array, start: number, width: number, counts: Int32Array): boolean {
  const end = start + rowBytes(width);
  let any = 0;
  for (let at = start; at < end; at++) any |= bits[at]!;
  if (any === 0) return false;
  let black = 0;
  for (let x = 0; x < width; x++) {
    counts[x] = black;
    black += (bits[start + (x >> 3)]! >> (7 - (x & 7))) & 1;
  }
  counts[width] = black;
  return true;
}

/** Adds a row's blackness per target column, in source pixels, times `weight`. */
function addRow(
  counts: Int32Array,
  { pixel, part }: { pixel: Int32Array; part: Float32Array },
  weight: number,
  sums: Float32Array,
): void {
  let left = 0;
  for (let column = 0; column < sums.length; column++) {
    const at = pixel[column + 1]!;
    const right = counts[at]! + part[column + 1]! * (counts[at + 1]! - counts[at]!);
    if (right !== left) sums[column]! += (right - left) * weight;
    left = right;
  }
}

/**
 * Shrinks a black-and-white page to grey by exact area averages, so that thin strokes get paler instead of
 * vanishing. Works from packed bits and skips white rows: most of a page costs nothing.
 */
export function shrinkToGray(bitmap: Bitmap, width: number, height: number): GrayPage {
  const pixels = new Uint8Array(width * height).fill(255);
  const edges = columnEdges(bitmap.width, width);
  const counts = new Int32Array(bitmap.width + 2);
  const sums = new Float32Array(width);
  const stride = rowBytes(bitmap.width);
  const perRow = bitmap.height / height;
  const full = (bitmap.width / width) * perRow;
  for (let row = 0; row < height; row++) {
    const from = row * perRow;
    const to = Math.min(bitmap.height, from + perRow);
    let inked = false;
    for (let y = Math.floor(from); y < to; y++) {
      const weight = Math.min(y + 1, to) - Math.max(y, from);
      if (!countBlack(bitmap.bits, y * stride, bitmap.width, counts)) continue;
      addRow(counts, edges, weight, sums);
      inked = true;
    }
    if (!inked) continue;
    for (let column = 0; column < width; column++) {
      pixels[row * width + column] = 255 - Math.min(255, (sums[column]! * 255) / full);
    }
    sums.fill(0);
  }
  return { width, height, pixels };
}

/** Turns a grey picture clockwise. */
export function rotateGray(source: GrayPage, rotation: 0 | 90 | 180 | 270): GrayPage {
  if (rotation === 0) return source;
  const { width, height } = source;
  if (rotation === 180) return { width, height, pixels: source.pixels.toReversed() };
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const row = rotation === 90 ? x : width - 1 - x;
      const column = rotation === 90 ? height - 1 - y : y;
      pixels[row * height + column] = source.pixels[y * width + x]!;
    }
  }
  return { width: height, height: width, pixels };
}
