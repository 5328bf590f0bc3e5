import type { Bitmap } from '../fax-page/bitmap.ts';
import { rowBytes } from '../fax-page/bitmap.ts';
import type { GrayPage } from '../raster/paper.ts';

/** Number of black pixels in a byte. */
const BLACK_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  let black = 0;
  for (let rest = byte; rest !== 0; rest &= rest - 1) black++;
  return black;
});

/** For every edge between two target columns: its source byte and bit, and the fraction within the bit. */
interface Edges {
  byte: Int32Array;
  bit: Uint8Array;
  part: Float32Array;
}

function columnEdges(source: number, target: number): Edges {
  const edges = {
    byte: new Int32Array(target + 1),
    bit: new Uint8Array(target + 1),
    part: new Float32Array(target + 1),
  };
  for (let edge = 0; edge <= target; edge++) {
    const exact = (edge * source) / target;
    const pixel = Math.min(source - 1, Math.floor(exact));
    edges.byte[edge] = pixel >> 3;
    edges.bit[edge] = pixel & 7;
    edges.part[edge] = exact - pixel;
  }
  return edges;
}

/** Fills `before[n]` with the number of black pixels left of byte n; returns false if the row is white. */
function countBlack(row: Uint8Array, before: Int32Array): boolean {
  let black = 0;
  for (let at = 0; at < row.length; at++) {
    before[at] = black;
    black += BLACK_OF[row[at]!]!;
  }
  return black > 0;
}

/** Adds a row's blackness per target column, in source pixels, times `weight`. */
function addRow(row: Uint8Array, before: Int32Array, edges: Edges, weight: number, sums: Float32Array): void {
  const { byte, bit, part } = edges;
  let left = 0;
  for (let column = 0; column < sums.length; column++) {
    const at = byte[column + 1]!;
    const offset = bit[column + 1]!;
    const value = row[at]!;
    const partial = (value >> (7 - offset)) & 1 ? part[column + 1]! : 0;
    const right = before[at]! + BLACK_OF[value >> (8 - offset)]! + partial;
    if (right !== left) sums[column]! += (right - left) * weight;
    left = right;
  }
}

/**
 * Shrinks a black-and-white page to gray by exact area averages, so that thin strokes become paler instead of
 * vanishing. Works on packed bits and skips white rows: most of a page costs nothing.
 */
export function shrinkToGray(bitmap: Bitmap, width: number, height: number): GrayPage {
  const pixels = new Uint8Array(width * height).fill(255);
  const edges = columnEdges(bitmap.width, width);
  const before = new Int32Array(rowBytes(bitmap.width));
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
      const line = bitmap.bits.subarray(y * stride, (y + 1) * stride);
      if (!countBlack(line, before)) continue;
      addRow(line, before, edges, weight, sums);
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

/** Rotates a gray image clockwise. */
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
