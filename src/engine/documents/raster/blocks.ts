import { kernel, kernelBytes } from '../kernel/kernel.ts';
import type { PaperLevels } from './paper.ts';

/** Side of a block in pixels: one byte of packed output, small enough to follow a column of text. */
export const BLOCK = 8;

/** Number of blocks of a page. */
interface Grid {
  columns: number;
  rows: number;
}

/**
 * Per block of 8 × 8 pixels: darkest and brightest tone, how many pixels are neither ink nor paper, and how many of
 * those are darker than a light tint. The tables are in the kernel's memory.
 */
export interface BlockStatistics extends Grid {
  darkest: Uint8Array;
  brightest: Uint8Array;
  middle: Uint8Array;
  shaded: Uint8Array;
}

/** Share of the paper's tone that separates shades (below) from tints (above): 190 on pure white. */
const DARKEST_TINT = 0.79;

/** Measures every block of the page at `pixels`, `height` rows of it, into the tables at `blocks`. */
export function measureBlocks(
  at: { pixels: number; blocks: number },
  { columns, rows }: Grid,
  height: number,
  { black, white }: PaperLevels,
): BlockStatistics {
  const tint = Math.ceil(white * DARKEST_TINT);
  kernel().measureBlocks(at.pixels, columns * BLOCK, height, black + 30, white - 8, tint, at.blocks);
  const size = columns * rows;
  const [darkest, brightest, middle, shaded] = [0, 1, 2, 3].map((table) =>
    kernelBytes(at.blocks + table * size, size),
  ) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  return { columns, rows, darkest, brightest, middle, shaded };
}

/**
 * Computes the black threshold of every block, between the extremes of its 3 × 3 neighbors: strokes become fuller than
 * with one level for the page. Without contrast, it is the page's own level (0 keeps paper white).
 */
export function blockThresholds(
  at: { blocks: number; thresholds: number },
  { columns, rows }: Grid,
  { black, white, scanned }: PaperLevels,
): void {
  // A block that is brighter everywhere needs no threshold.
  const highest = white - 6;
  const level = (white + black) >> 1;
  const flat = scanned ? 70 : 36;
  kernel().blockThresholds(at.blocks, columns, rows, highest, level, flat, white - 70, at.thresholds);
}
