import type { Photos } from '../port.ts';
import type { Bitmap } from '../fax-page/bitmap.ts';
import { kernel, kernelBytes, layOut } from '../kernel/kernel.ts';
import { BLOCK, blockThresholds, measureBlocks } from './blocks.ts';
import type { GrayPage } from './paper.ts';
import { findPaperLevels, toneCurve } from './paper.ts';
import { findPictures } from './picture-areas.ts';

/** Brightens pictures, because their dots grow on paper. */
const PICTURE_GAMMA = 0.75;

const TONES = 256;

/** The kernel processes two blocks at a time. */
const COLUMN = 2 * BLOCK;

/**
 * Returns the page with white columns added on the right, so that its width is a multiple of 16, as every fax width
 * already is.
 */
function widened({ width, height, pixels }: GrayPage): GrayPage {
  const wide = Math.ceil(width / COLUMN) * COLUMN;
  if (wide === width) return { width, height, pixels };
  const page = new Uint8Array(wide * height).fill(255);
  for (let y = 0; y < height; y++) page.set(pixels.subarray(y * width, (y + 1) * width), y * wide);
  return { width: wide, height, pixels: page };
}

/** Returns the packed rows of a page without the bytes of added columns. */
function narrowed(bits: Uint8Array, wide: number, { width, height }: GrayPage): Bitmap {
  const [from, to] = [wide >> 3, (width + 7) >> 3];
  if (from === to) return { width, height, bits: bits.slice() };
  const rows = new Uint8Array(to * height);
  for (let y = 0; y < height; y++) rows.set(bits.subarray(y * from, y * from + to), y * to);
  return { width, height, bits: rows };
}

/**
 * Converts a gray page to black and white: crisp local thresholds for text and line art, dithering for pictures.
 * A single method for the whole page would either lose photos (threshold) or triple the length of text pages (dither).
 */
export function binarise(source: GrayPage, photos: Photos = 'quick'): Bitmap {
  const page = widened(source);
  const { width, height } = page;
  const [columns, rows] = [width / BLOCK, Math.ceil(height / BLOCK)];
  const at = layOut({
    histogram: TONES * 4,
    blocks: columns * rows * 4,
    thresholds: columns * rows,
    pictures: columns * rows,
    curve: TONES,
    scratch: kernel().scratchBytes(width),
    bits: columns * height,
    pixels: width * height,
  });
  kernelBytes(at.pixels, width * height).set(page.pixels);
  const levels = findPaperLevels(at, width * height);
  const blocks = measureBlocks(at, { columns, rows }, height, levels);
  blockThresholds(at, blocks, levels);
  kernel().applyThresholds(at.pixels, width, height, at.thresholds, at.bits);
  const pictures = findPictures(blocks, levels);
  if (pictures) {
    kernelBytes(at.pictures, pictures.length).set(pictures);
    kernelBytes(at.curve, TONES).set(toneCurve(levels, PICTURE_GAMMA));
    const clusters = photos === 'quick' ? 1 : 0;
    kernel().dither(at.pixels, width, height, at.pictures, at.curve, clusters, at.bits, at.scratch);
  }
  return narrowed(kernelBytes(at.bits, columns * height), width, source);
}
