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

/** The page four pixels at a time, where its memory is aligned for that: white is then skipped in quarters of a row. */
function asWords({ width, pixels }: GrayPage): Int32Array | undefined {
  if (width % BLOCK !== 0 || pixels.byteOffset % 4 !== 0) return undefined;
  return new Int32Array(pixels.buffer, pixels.byteOffset, pixels.length >> 2);
}

/** Four white pixels as one number. */
const WHITE_WORD = -1;

/** True when all pixels between two places are pure white: most of a page of text. */
function isWhite(words: Int32Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (words[at] !== WHITE_WORD) return false;
  return true;
}

/** Measures blocks of one page; the hottest code of a conversion together with binarise. */
class BlockMeter {
  readonly blocks: BlockStatistics;
  private readonly page: GrayPage;
  private readonly words: Int32Array | undefined;
  private readonly counts: Uint16Array;

  constructor(page: GrayPage, levels: PaperLevels) {
    const columns = Math.ceil(page.width / BLOCK);
    const rows = Math.ceil(page.height / BLOCK);
    const empty = () => new Uint8Array(columns * rows);
    // Until it is measured, a block is white paper.
    const white = () => empty().fill(255);
    this.blocks = { columns, rows, darkest: white(), brightest: white(), middle: empty(), shaded: empty() };
    this.page = page;
    this.words = asWords(page);
    this.counts = toneCounts(levels);
  }

  band(band: number): void {
    const { page, words, blocks } = this;
    const top = band * BLOCK;
    const bottom = Math.min(top + BLOCK, page.height);
    const first = band * blocks.columns;
    if (words === undefined) {
      for (let column = 0; column < blocks.columns; column++) {
        this.block(first + column, column * BLOCK, top, bottom);
      }
      return;
    }
    const perRow = page.width >> 2;
    if (isWhite(words, top * perRow, bottom * perRow)) return;
    for (let column = 0; column < blocks.columns; column++) {
      let all = WHITE_WORD;
      for (let y = top, at = top * perRow + column * 2; y < bottom; y++, at += perRow) {
        all &= words[at]! & words[at + 1]!;
      }
      if (all !== WHITE_WORD) this.wordBlock(first + column, words, top * perRow + column * 2, bottom - top);
    }
  }

  /** As `block`, four pixels at a time: those around strokes are mostly white, which counts for nothing. */
  private wordBlock(block: number, words: Int32Array, start: number, rows: number): void {
    const { counts, blocks, page } = this;
    const perRow = page.width >> 2;
    let dark = 255;
    let bright = 0;
    let count = 0;
    for (let y = 0, at = start; y < rows; y++, at += perRow) {
      for (let word = at; word < at + 2; word++) {
        const four = words[word]!;
        if (four === WHITE_WORD) {
          bright = 255;
          continue;
        }
        for (let shift = 0; shift < 32; shift += 8) {
          const tone = (four >>> shift) & 255;
          count += counts[tone]!;
          dark = tone < dark ? tone : dark;
          bright = tone > bright ? tone : bright;
        }
      }
    }
    blocks.darkest[block] = dark;
    blocks.brightest[block] = bright;
    blocks.middle[block] = count & 255;
    blocks.shaded[block] = count >> 8;
  }

  private block(block: number, left: number, top: number, bottom: number): void {
    const { counts, blocks } = this;
    const { width, pixels } = this.page;
    const right = Math.min(left + BLOCK, width);
    let dark = 255;
    let bright = 0;
    let count = 0;
    for (let y = top; y < bottom; y++) {
      for (let at = y * width + left, end = y * width + right; at < end; at++) {
        const tone = pixels[at]!;
        count += counts[tone]!;
        dark = tone < dark ? tone : dark;
        bright = tone > bright ? tone : bright;
      }
    }
    blocks.darkest[block] = dark;
    blocks.brightest[block] = bright;
    blocks.middle[block] = count & 255;
    blocks.shaded[block] = count >> 8;
  }
}

/** Measures every block in one pass over the pixels. */
export function measureBlocks(page: GrayPage, levels: PaperLevels): BlockStatistics {
  const meter = new BlockMeter(page, levels);
  for (let band = 0; band < meter.blocks.rows; band++) meter.band(band);
  return meter.blocks;
}

/** The highest threshold that a block can get: nothing that is brighter everywhere needs one. */
const highestThreshold = (levels: PaperLevels) => levels.white - 6;

/**
 * The black threshold of every block, between the extremes of its 3 × 3 neighbours: strokes come out fuller than
 * with one level for the page. Where there is no contrast it is the page's own level (0 keeps paper white).
 */
export function blockThresholds(blocks: BlockStatistics, levels: PaperLevels): Uint8Array {
  const { columns, rows, darkest, brightest } = blocks;
  const thresholds = new Uint8Array(columns * rows);
  const flat = levels.scanned ? 70 : 36;
  const highest = highestThreshold(levels);
  const level = (levels.white + levels.black) >> 1;
  for (let y = 0, block = 0; y < rows; y++) {
    const above = y > 0 ? -columns : 0;
    const below = y < rows - 1 ? columns : 0;
    for (let x = 0; x < columns; x++, block++) {
      if (darkest[block]! >= highest) continue;
      const left = x > 0 ? -1 : 0;
      const right = x < columns - 1 ? 1 : 0;
      let dark = 255;
      let bright = 0;
      for (let row = block + above; row <= block + below; row += columns) {
        for (let at = row + left; at <= row + right; at++) {
          if (darkest[at]! < dark) dark = darkest[at]!;
          if (brightest[at]! > bright) bright = brightest[at]!;
        }
      }
      const contrast = bright - dark;
      if (contrast >= flat) thresholds[block] = Math.max(60, Math.min(highest, dark + contrast * 0.58));
      else if (dark < levels.white - 70) thresholds[block] = level;
    }
  }
  return thresholds;
}
