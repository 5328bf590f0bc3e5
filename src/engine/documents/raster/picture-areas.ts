import type { BlockStatistics } from './blocks.ts';
import { BLOCK } from './blocks.ts';
import type { PaperLevels } from './paper.ts';

/** A block is mid-tone when this share of its pixels is neither ink nor paper. */
const MIDDLE_SHARE = 0.4;
/** Smallest connected area, in blocks, that can be a picture; lettering and rules stay below. */
const SMALLEST_PICTURE = 30;
/** Share of mid-tone blocks that makes an area a picture (0.28 caught table rules, 0.5 lost colour charts). */
const PICTURE_SHARE = 0.4;
/** Mid-tone pixels from which a block is not plain paper. */
const NOT_PAPER = 10;
/** Blocks around one that are asked whether it lies inside a picture. */
const REACH = 2;

/**
 * Share of an area's mid-tone pixels that are darker than a tint. Below it the area is one light colour (shaded
 * table rows, form fields): its text is read better on white than on dots, which would double the sending time.
 */
const SHADED_SHARE = 0.25;
/** Share of an area's blocks without any paper in them: words of blurred scans have paper in every block. */
const TONED_SHARE = 0.25;

const isMiddle = (blocks: BlockStatistics, block: number) =>
  blocks.middle[block]! >= BLOCK * BLOCK * MIDDLE_SHARE ? 1 : 0;

function nonPaperBlocks(blocks: BlockStatistics, levels: PaperLevels): Uint8Array {
  return blocks.middle.map((middle, block) => {
    const solidInk =
      blocks.darkest[block]! < levels.black + 40 && blocks.brightest[block]! < levels.white - 8;
    return middle >= NOT_PAPER || solidInk ? 1 : 0;
  });
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

/** Marks the blocks of every connected non-paper area that has enough mid-tones to be a picture. */
function pictureComponents(blocks: BlockStatistics, candidates: Uint8Array, levels: PaperLevels): Uint8Array {
  const { columns } = blocks;
  const pictures = new Uint8Array(candidates.length);
  const seen = new Uint8Array(candidates.length);
  const area = new Int32Array(candidates.length);
  for (let seed = 0; seed < candidates.length; seed++) {
    if (candidates[seed] === 0 || seen[seed] === 1) continue;
    let found = 0;
    const visit = (block: number) => {
      if (candidates[block] !== 1 || seen[block] === 1) return;
      seen[block] = 1;
      area[found++] = block;
    };
    visit(seed);
    for (let index = 0; index < found; index++) {
      const block = area[index]!;
      if (block % columns > 0) visit(block - 1);
      if (block % columns < columns - 1) visit(block + 1);
      visit(block - columns);
      visit(block + columns);
    }
    if (!isPicture(blocks, area.subarray(0, found), levels)) continue;
    for (let index = 0; index < found; index++) pictures[area[index]!] = 1;
  }
  return pictures;
}

/** Sums over rectangles in constant time: sums[y][x] holds everything above and left of (x, y). */
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
 * Says for every block whether it belongs to a picture (dithered) or to text and line art (thresholded).
 * Holes inside pictures are filled when most of their neighbourhood is picture.
 */
export function findPictures(blocks: BlockStatistics, levels: PaperLevels): Uint8Array {
  const { columns, rows } = blocks;
  const pictures = pictureComponents(blocks, nonPaperBlocks(blocks, levels), levels);
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
