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

/** Measures every block in one pass over the pixels. */
export function measureBlocks({ width, height, pixels }: GrayPage, levels: PaperLevels): BlockStatistics {
  const columns = Math.ceil(width / BLOCK);
  const rows = Math.ceil(height / BLOCK);
  const darkest = new Uint8Array(columns * rows).fill(255);
  const brightest = new Uint8Array(columns * rows);
  const middle = new Uint8Array(columns * rows);
  const shaded = new Uint8Array(columns * rows);
  const tint = levels.white * DARKEST_TINT;
  const low = levels.black + 30;
  const high = levels.white - 8;
  for (let y = 0; y < height; y++) {
    let block = (y >> 3) * columns;
    let at = y * width;
    for (let x = 0; x < width; x += BLOCK, block++) {
      const end = at + Math.min(BLOCK, width - x);
      let dark = darkest[block]!;
      let bright = brightest[block]!;
      let between = 0;
      let shades = 0;
      for (; at < end; at++) {
        const tone = pixels[at]!;
        if (tone > low && tone < high) {
          between++;
          if (tone < tint) shades++;
        }
        if (tone < dark) dark = tone;
        if (tone > bright) bright = tone;
      }
      darkest[block] = dark;
      brightest[block] = bright;
      middle[block]! += between;
      shaded[block]! += shades;
    }
  }
  return { columns, rows, darkest, brightest, middle, shaded };
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
