import type { BlockStatistics } from './blocks.ts';
import { BLOCK } from './blocks.ts';
import type { PaperLevels } from './paper.ts';

/** A block is mid-tone if this share of its pixels is neither ink nor paper. */
const MIDDLE_SHARE = 0.4;
/** Smallest connected area, in blocks, that can be a picture; lettering and rules stay below it. */
const SMALLEST_PICTURE = 30;
/** Share of mid-tone blocks that makes an area a picture (0.28 caught table rules, 0.5 lost color charts). */
const PICTURE_SHARE = 0.4;
/** Number of mid-tone pixels from which a block is not plain paper. */
const NOT_PAPER = 10;
/** How many blocks in each direction decide whether a block is inside a picture. */
const REACH = 2;

/**
 * Share of an area's mid-tone pixels that are darker than a tint. Below it, the area is one light color (shaded table
 * rows, form fields): its text is easier to read on white than on dots, which would double the sending time.
 */
const SHADED_SHARE = 0.25;
/** Share of an area's blocks without any paper in them: words in blurred scans have paper in every block. */
const TONED_SHARE = 0.25;

const isMiddle = (blocks: BlockStatistics, block: number) =>
  blocks.middle[block]! >= BLOCK * BLOCK * MIDDLE_SHARE ? 1 : 0;

function nonPaperBlocks(blocks: BlockStatistics, levels: PaperLevels): Uint8Array {
  const { darkest, brightest, middle } = blocks;
  const found = new Uint8Array(middle.length);
  const ink = levels.black + 40;
  const paper = levels.white - 8;
  for (let block = 0; block < found.length; block++) {
    const solidInk = darkest[block]! < ink && brightest[block]! < paper;
    if (middle[block]! >= NOT_PAPER || solidInk) found[block] = 1;
  }
  return found;
}

/** Whether the page has enough mid-tones for even one picture: pages of text and line art do not. */
function hasMidTones(blocks: BlockStatistics): boolean {
  let count = 0;
  for (let block = 0; block < blocks.middle.length; block++) count += isMiddle(blocks, block);
  return count >= SMALLEST_PICTURE * PICTURE_SHARE;
}

/** Decides whether a connected area of non-paper blocks is a picture. */
function isPicture(blocks: BlockStatistics, area: Int32Array, levels: PaperLevels): boolean {
  if (area.length < SMALLEST_PICTURE) return false;
  let middleBlocks = 0;
  let tonedBlocks = 0;
  let middlePixels = 0;
  let shadedPixels = 0;
  for (const block of area) {
    middleBlocks += isMiddle(blocks, block);
    if (blocks.brightest[block]! < levels.white) tonedBlocks++;
    middlePixels += blocks.middle[block]!;
    shadedPixels += blocks.shaded[block]!;
  }
  return (
    middleBlocks >= area.length * PICTURE_SHARE &&
    tonedBlocks >= area.length * TONED_SHARE &&
    shadedPixels >= middlePixels * SHADED_SHARE
  );
}

/** Adds a block to the area unless it was already visited; blocks above and below the page are undefined. */
function visit(block: number, unseen: Uint8Array, area: Int32Array, found: number): number {
  if (unseen[block] !== 1) return found;
  unseen[block] = 0;
  area[found] = block;
  return found + 1;
}

/** Collects the area around `seed` into `area` and marks it as visited; returns its number of blocks. */
function collectArea(seed: number, columns: number, unseen: Uint8Array, area: Int32Array): number {
  let found = 0;
  area[found++] = seed;
  unseen[seed] = 0;
  for (let index = 0; index < found; index++) {
    const block = area[index]!;
    const column = block % columns;
    // A missing neighbor is replaced by the block itself, which was already visited.
    found = visit(column > 0 ? block - 1 : block, unseen, area, found);
    found = visit(column < columns - 1 ? block + 1 : block, unseen, area, found);
    found = visit(block - columns, unseen, area, found);
    found = visit(block + columns, unseen, area, found);
  }
  return found;
}

/** Marks the blocks of every connected non-paper area that has enough mid-tones to be a picture, if there is any. */
function pictureComponents(blocks: BlockStatistics, levels: PaperLevels): Uint8Array | undefined {
  const unseen = nonPaperBlocks(blocks, levels);
  const pictures = new Uint8Array(unseen.length);
  const area = new Int32Array(unseen.length);
  let any = false;
  for (let seed = 0; seed < unseen.length; seed++) {
    if (unseen[seed] === 0) continue;
    const found = collectArea(seed, blocks.columns, unseen, area);
    if (!isPicture(blocks, area.subarray(0, found), levels)) continue;
    any = true;
    for (let index = 0; index < found; index++) pictures[area[index]!] = 1;
  }
  return any ? pictures : undefined;
}

/**
 * Returns a table of sums over rectangles, for lookups in constant time: sums[y][x] covers everything above and left of
 * (x, y).
 */
function summedAreas(source: Uint8Array, columns: number, rows: number): Int32Array {
  const stride = columns + 1;
  const sums = new Int32Array(stride * (rows + 1));
  for (let y = 0; y < rows; y++) {
    let row = 0;
    for (let x = 0; x < columns; x++) {
      row += source[y * columns + x]!;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row;
    }
  }
  return sums;
}

/**
 * Determines for every block whether it belongs to a picture (dithered) or to text and line art (thresholded); returns
 * `undefined` if the page has no picture. Holes inside pictures are filled if most of their neighborhood is picture.
 */
export function findPictures(blocks: BlockStatistics, levels: PaperLevels): Uint8Array | undefined {
  if (!hasMidTones(blocks)) return undefined;
  const pictures = pictureComponents(blocks, levels);
  return pictures === undefined ? undefined : fillHoles(pictures, blocks.columns, blocks.rows);
}

function fillHoles(pictures: Uint8Array, columns: number, rows: number): Uint8Array {
  const sums = summedAreas(pictures, columns, rows);
  const stride = columns + 1;
  return pictures.map((picture, block) => {
    if (picture === 1) return 1;
    const x = block % columns;
    const y = (block - x) / columns;
    const left = Math.max(0, x - REACH);
    const right = Math.min(columns, x + REACH + 1);
    const top = Math.max(0, y - REACH);
    const bottom = Math.min(rows, y + REACH + 1);
    const inside =
      sums[bottom * stride + right]! -
      sums[top * stride + right]! -
      sums[bottom * stride + left]! +
      sums[top * stride + left]!;
    return inside * 2 > (right - left) * (bottom - top) ? 1 : 0;
  });
}
