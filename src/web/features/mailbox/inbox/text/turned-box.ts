import type { PageTextOnWire } from '#contract/mailbox/page-text.ts';
import type { Rotation } from '../page-turns.ts';

/** A box in dots, from the upper left corner. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Width and height in dots. */
export interface Size {
  width: number;
  height: number;
}

/** Returns the position of a box after its page is turned clockwise. */
export function turnedBox({ x, y, w, h }: Box, turn: Rotation, { width, height }: Size): Box {
  if (turn === 90) return { x: height - y - h, y: x, w: h, h: w };
  if (turn === 180) return { x: width - x - w, y: height - y - h, w, h };
  if (turn === 270) return { x: y, y: width - x - w, w: h, h: w };
  return { x, y, w, h };
}

/** Returns the size of a page after it is turned. */
export function turnedSize({ width, height }: Size, turn: Rotation): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the SVG transform that turns a drawing of this size clockwise and moves it back into view. */
export function turning(turn: Rotation, { width, height }: Size): string | undefined {
  const moved = { 0: null, 90: [height, 0], 180: [width, height], 270: [0, width] }[turn];
  return moved === null ? undefined : `translate(${moved.join(' ')}) rotate(${turn})`;
}

/** A word with its position on a page. */
export type PlacedWord = Box & { text: string };

/** Returns the words of a page by line. */
export function placedWords({ lines }: PageTextOnWire): PlacedWord[][] {
  return lines.map(({ words, boxes }) =>
    words.map((text, at) => {
      const [x = 0, y = 0, w = 0, h = 0] = boxes.slice(at * 4, at * 4 + 4);
      return { text, x, y, w, h };
    }),
  );
}
