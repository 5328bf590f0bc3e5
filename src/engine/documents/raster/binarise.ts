import type { Photos } from '../port.ts';
import type { Bitmap } from '../fax-page/bitmap.ts';
import { blankBitmap, rowBytes } from '../fax-page/bitmap.ts';
import { BLOCK, blockThresholds, measureBlocks } from './blocks.ts';
import type { GrayPage } from './paper.ts';
import { findPaperLevels, toneCurve } from './paper.ts';
import { findPictures } from './picture-areas.ts';

/** Brightens pictures, whose dots grow on paper. */
const PICTURE_GAMMA = 0.75;

/** Feedback of neighbouring output pixels is neutral at mid-grey: no decision made there yet. */
const UNDECIDED = 128;

/** Error rows are one pixel wider on both sides so that diffusion needs no bounds check. */
const EDGE = 1;

/**
 * Dithers the picture blocks of a page row by row: Floyd–Steinberg error diffusion, serpentine, with sharpening. Quick
 * photos have output feedback too (hysteresis 1.0: clusters dots, 44 % of the plain bits at the same lettering).
 */
class PictureDither {
  private readonly page: GrayPage;
  private readonly curve: Uint8Array;
  private readonly bitmap: Bitmap;
  private readonly clusters: boolean;
  private errors: Int32Array;
  private nextErrors: Int32Array;
  private decided: Int32Array;
  private decidedAbove: Int32Array;

  constructor(page: GrayPage, curve: Uint8Array, bitmap: Bitmap, photos: Photos) {
    this.clusters = photos === 'quick';
    this.page = page;
    this.curve = curve;
    this.bitmap = bitmap;
    const row = () => new Int32Array(page.width + 2 * EDGE);
    this.errors = row();
    this.nextErrors = row();
    this.decided = row().fill(UNDECIDED);
    this.decidedAbove = row().fill(UNDECIDED);
  }

  /** Forgets errors and feedback between two picture areas with text rows in between. */
  reset(): void {
    this.errors.fill(0);
    this.decided.fill(UNDECIDED);
  }

  /** Dithers the blocks of row `y` that `pictures` marks, starting at block `first`. */
  row(y: number, pictures: Uint8Array, first: number): void {
    [this.decidedAbove, this.decided] = [this.decided, this.decidedAbove];
    this.decided.fill(UNDECIDED);
    this.nextErrors.fill(0);
    const columns = Math.ceil(this.page.width / BLOCK);
    const backwards = (y & 1) === 1;
    for (let step = 0; step < columns; step++) {
      const column = backwards ? columns - 1 - step : step;
      if (pictures[first + column] === 1) this.block(y, column * BLOCK, backwards);
    }
    [this.errors, this.nextErrors] = [this.nextErrors, this.errors];
  }

  private block(y: number, left: number, backwards: boolean): void {
    const { errors, nextErrors, decided, decidedAbove, clusters } = this;
    const { width } = this.page;
    const right = Math.min(left + BLOCK, width) - 1;
    const ahead = backwards ? -1 : 1;
    let packed = 0;
    for (let x = backwards ? right : left; x >= left && x <= right; x += ahead) {
      const at = x + EDGE;
      const tone = this.tone(x, y);
      const wanted = tone + (errors[at]! >> 4);
      const feedback = clusters ? (decided[at - ahead]! + decidedAbove[at]! - 2 * UNDECIDED) >> 1 : 0;
      const output = wanted + feedback < 128 ? 0 : 255;
      decided[at] = output;
      if (output === 0) packed |= 128 >> (x - left);
      // Pure black and white pass no error on: lettering inside pictures keeps clean edges.
      if (tone === 0 || tone === 255) continue;
      const error = wanted - output;
      errors[at + ahead]! += error * 7;
      nextErrors[at - ahead]! += error * 3;
      nextErrors[at]! += error * 5;
      nextErrors[at + ahead]! += error;
    }
    this.bitmap.bits[y * rowBytes(width) + (left >> 3)] = packed;
  }

  /** The tone at a pixel after the tone curve, sharpened against its four neighbours. */
  private tone(x: number, y: number): number {
    const { width, height, pixels } = this.page;
    const { curve } = this;
    const at = y * width + x;
    const tone = curve[pixels[at]!]!;
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return tone;
    const around =
      curve[pixels[at - 1]!]! +
      curve[pixels[at + 1]!]! +
      curve[pixels[at - width]!]! +
      curve[pixels[at + width]!]!;
    const sharp = tone + ((4 * tone - around) >> 1);
    return sharp < 0 ? 0 : sharp > 255 ? 255 : sharp;
  }
}

/** Packs eight pixels at `at` into a byte without a branch: the sign of the difference is the bit. */
function packEight(pixels: Uint8Array, at: number, threshold: number): number {
  return (
    (((pixels[at]! - threshold) >>> 31) << 7) |
    (((pixels[at + 1]! - threshold) >>> 31) << 6) |
    (((pixels[at + 2]! - threshold) >>> 31) << 5) |
    (((pixels[at + 3]! - threshold) >>> 31) << 4) |
    (((pixels[at + 4]! - threshold) >>> 31) << 3) |
    (((pixels[at + 5]! - threshold) >>> 31) << 2) |
    (((pixels[at + 6]! - threshold) >>> 31) << 1) |
    ((pixels[at + 7]! - threshold) >>> 31)
  );
}

/** Sets the pixels of a band of blocks. A threshold of 0 means plain paper, most of a page: nothing to set. */
function thresholdBand(page: GrayPage, band: number, thresholds: Uint8Array, bitmap: Bitmap): void {
  const { width, height, pixels } = page;
  const { bits } = bitmap;
  const stride = rowBytes(width);
  const columns = stride;
  const whole = width >> 3;
  const bottom = Math.min((band + 1) * BLOCK, height);
  for (let column = 0; column < columns; column++) {
    const threshold = thresholds[band * columns + column]!;
    if (threshold === 0) continue;
    let at = band * BLOCK * width + column * BLOCK;
    let target = band * BLOCK * stride + column;
    for (let y = band * BLOCK; y < bottom; y++, at += width, target += stride) {
      bits[target] = column < whole ? packEight(pixels, at, threshold) : packRest(page, y, column, threshold);
    }
  }
}

/** The last pixels of a row whose width is no multiple of eight. */
function packRest({ width, pixels }: GrayPage, y: number, column: number, threshold: number): number {
  let packed = 0;
  for (let x = column * BLOCK; x < width; x++) {
    if (pixels[y * width + x]! < threshold) packed |= 128 >> (x & 7);
  }
  return packed;
}

/**
 * Turns a grey page into black and white: crisp local thresholds for text and line art, dithering for pictures.
 * One method for the whole page either loses photos (threshold) or makes text pages three times as long (dither).
 */
export function binarise(page: GrayPage, photos: Photos = 'quick'): Bitmap {
  const levels = findPaperLevels(page);
  const blocks = measureBlocks(page, levels);
  const pictures = findPictures(blocks, levels);
  const thresholds = blockThresholds(blocks, levels);
  const bitmap = blankBitmap(page.width, page.height);
  const dither = new PictureDither(page, toneCurve(levels, PICTURE_GAMMA), bitmap, photos);
  for (let band = 0; band < blocks.rows; band++) {
    thresholdBand(page, band, thresholds, bitmap);
    if (pictures === undefined) continue;
    const first = band * blocks.columns;
    if (!pictures.subarray(first, first + blocks.columns).includes(1)) {
      dither.reset();
      continue;
    }
    const end = Math.min((band + 1) * BLOCK, page.height);
    for (let y = band * BLOCK; y < end; y++) dither.row(y, pictures, first);
  }
  return bitmap;
}
