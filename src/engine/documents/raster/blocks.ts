import type { GrayPage, PaperLevels } from './paper.ts';

/** Pixels along the side of a block: one byte of packed output, small enough to follow a column of text. */
export const BLOCK = 8;

/**
 * Per block of 8 × 8 pixels: darkest and brightest tone, how many pixels are neither ink nor paper, and how many
 * of those are darker than a light tint.
 */
export interface BlockStatistics {
  columns: number;
  rows: number;
  darkest: Uint8Array;
  brightest: Uint8Array;
  middle: Uint8Array;
  shaded: Uint8Array;
}

/** Tones below this share of the paper's are shades, above it tints: 190 on pure white. */
const DARKEST_TINT = 0.79;

/** What a tone adds to a block's count: 1 for a mid-tone, and 256 more when it is darker than a tint. */
function toneCounts(levels: PaperLevels): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, tone) => {
    if (tone <= levels.black + 30 || tone >= levels.white - 8) return 0;
    return tone < levels.white * DARKEST_TINT ? 257 : 1;
  });
}

/** The page four pixels at a time, where its memory is aligned for that: blank blocks are then found at once. */
function asWords({ width, pixels }: GrayPage): Int32Array | undefined {
  if (width % BLOCK !== 0 || pixels.byteOffset % 4 !== 0) return undefined;
  return new Int32Array(pixels.buffer, pixels.byteOffset, pixels.length >> 2);
}

/** True when all pixels of the block are pure white. */
function isBlank(words: Int32Array, left: number, top: number, bottom: number, width: number): boolean {
  let all = -1;
  for (let at = (top * width + left) >> 2, y = top; y < bottom; y++, at += width >> 2) {
    all &= words[at]! & words[at + 1]!;
  }
  return all === -1;
}

/** Measures every block in one pass over the pixels. */
export function measureBlocks(page: GrayPage, levels: PaperLevels): BlockStatistics {
  const { width, height, pixels } = page;
  const columns = Math.ceil(width / BLOCK);
  const rows = Math.ceil(height / BLOCK);
  const blank = () => new Uint8Array(columns * rows);
  const blocks = { columns, rows, darkest: blank(), brightest: blank(), middle: blank(), shaded: blank() };
  const counts = toneCounts(levels);
  const words = asWords(page);
  for (let block = 0; block < columns * rows; block++) {
    const left = (block % columns) * BLOCK;
    const top = Math.floor(block / columns) * BLOCK;
    const right = Math.min(left + BLOCK, width);
    const bottom = Math.min(top + BLOCK, height);
    let dark = 255;
    let bright = 0;
    let count = 0;
    if (words !== undefined && isBlank(words, left, top, bottom, width)) {
      bright = 255;
    } else {
      for (let y = top; y < bottom; y++) {
        for (let at = y * width + left, end = y * width + right; at < end; at++) {
          const tone = pixels[at]!;
          count += counts[tone]!;
          if (tone < dark) dark = tone;
          if (tone > bright) bright = tone;
        }
      }
    }
    blocks.darkest[block] = dark;
    blocks.brightest[block] = bright;
    blocks.middle[block] = count & 255;
    blocks.shaded[block] = count >> 8;
  }
  return blocks;
}

/**
 * The black threshold of every block, between the extremes of its 3 × 3 neighbours: strokes come out fuller than
 * with one level for the page. Where there is no contrast it is the page's own level (0 keeps paper white).
 */
export function blockThresholds(blocks: BlockStatistics, levels: PaperLevels): Uint8Array {
  const { columns, rows } = blocks;
  const thresholds = new Uint8Array(columns * rows);
  const flat = levels.scanned ? 70 : 36;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let dark = 255;
      let bright = 0;
      for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
          const block = row * columns + column;
          dark = Math.min(dark, blocks.darkest[block]!);
          bright = Math.max(bright, blocks.brightest[block]!);
        }
      }
      const contrast = bright - dark;
      thresholds[y * columns + x] =
        contrast >= flat
          ? Math.max(60, Math.min(levels.white - 6, dark + contrast * 0.58))
          : dark >= levels.white - 70
            ? 0
            : (levels.white + levels.black) >> 1;
    }
  }
  return thresholds;
}
