import { expect, test } from 'vitest';
import type { PageTextOnWire } from '#contract/mailbox/page-text.ts';
import { hitsOn, shareOf } from './find-state.ts';
import { turnedBox, turnedSize } from './turned-box.ts';

const PAGE: PageTextOnWire = {
  page: 2,
  width: 1000,
  height: 2000,
  turn: 0,
  lines: [
    { words: ['Call', '(212)'], boxes: [100, 100, 80, 30, 200, 100, 80, 30] },
    { words: ['555-0177'], boxes: [100, 150, 150, 30] },
  ],
};

test('words are found over the end of a line, each with its own box', () => {
  expect(hitsOn([PAGE], '2125550177')).toMatchObject([
    {
      page: 2,
      boxes: [
        { x: 200, y: 100, w: 80, h: 30 },
        { x: 100, y: 150, w: 150, h: 30 },
      ],
    },
  ]);
  expect(hitsOn([PAGE], 'from:dana')).toEqual([]);
  expect(hitsOn([PAGE], 'call 555')).toHaveLength(2);
  expect(hitsOn([PAGE], ' ')).toEqual([]);
});

test('a mark stays on its word however the page is turned', () => {
  const box = { x: 100, y: 200, w: 300, h: 50 };
  expect(shareOf(box, 0, PAGE)).toEqual({ x: 0.1, y: 0.1, w: 0.3, h: 0.025 });
  // The upper left corner of the page moves to the upper right, the lower right and the lower left.
  expect(turnedBox(box, 90, PAGE)).toEqual({ x: 1750, y: 100, w: 50, h: 300 });
  expect(turnedBox(box, 180, PAGE)).toEqual({ x: 600, y: 1750, w: 300, h: 50 });
  expect(turnedBox(box, 270, PAGE)).toEqual({ x: 200, y: 600, w: 50, h: 300 });
  for (const turn of [0, 90, 180, 270] as const) {
    const back = ((360 - turn) % 360) as typeof turn;
    expect(turnedBox(turnedBox(box, turn, PAGE), back, turnedSize(PAGE, turn))).toEqual(box);
  }
});
