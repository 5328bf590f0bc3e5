import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Attachment, StripPage } from './attachment-rules.ts';
import {
  choosePages,
  chosenOf,
  planOf,
  readPages,
  stripOf,
  togglePage,
  turnPages,
  writePages,
} from './page-rules.ts';

const file = (pages: number, strip?: readonly StripPage[]): Attachment => ({
  id: '1',
  name: 'a.pdf',
  size: 1,
  file: null,
  fault: null,
  conversion: { kind: 'ready', key: 'k', pages },
  ...(strip && { strip }),
});
const numbersOf = (strip: readonly StripPage[]) => chosenOf(strip).map(({ page }) => page);

test.each([
  ['2–5, 8', [2, 3, 4, 5, 8]],
  ['2-5,8', [2, 3, 4, 5, 8]],
  [' 8 , 2 — 3 ', [8, 2, 3]],
  ['1 3;5', [1, 3, 5]],
  ['3-1', [3, 2, 1]],
  ['1-3, 2', [1, 2, 3]],
  ['8', [8]],
])('%j are the pages %j', (written, pages) => {
  expect(readPages(written, 8)).toEqual(pages);
});

test.each(['', ' ', ',', '0', '9', '1-9', '0-3', '-3', '2-', '1--3', '1-2-3', 'all', '1.5', '99999'])(
  '%j is no list of eight pages',
  (written) => expect(readPages(written, 8)).toBeNull(),
);

const strips = fc.integer({ min: 1, max: 12 }).chain((pages) =>
  fc.tuple(
    fc.constant(pages),
    fc.shuffledSubarray(
      Array.from({ length: pages }, (_, at) => at + 1),
      { minLength: 1 },
    ),
  ),
);

test('what is written of pages is read as the same pages in the same order, and no page is lost', () => {
  fc.assert(
    fc.property(strips, ([pages, numbers]) => {
      const strip = choosePages(stripOf(file(pages)), numbers);
      expect(numbersOf(strip)).toEqual(numbers);
      expect(readPages(writePages(strip), pages)).toEqual(numbers);
      expect(strip.map(({ page }) => page).toSorted((a, b) => a - b)).toEqual(
        stripOf(file(pages)).map(({ page }) => page),
      );
      expect(planOf(file(pages, strip)) ?? chosenOf(stripOf(file(pages)))).toEqual(chosenOf(strip));
    }),
  );
});

test('pages that are left out stay where they are among the others', () => {
  const strip = choosePages(stripOf(file(5)), [2, 4]);
  expect(strip.map(({ page, out }) => (out ? -page : page))).toEqual([-1, 2, -3, 4, -5]);
  expect(writePages(strip)).toBe('2, 4');
});

test('four turns are none; the last page that is sent can not be left out', () => {
  const strip = stripOf(file(2));
  const thrice = turnPages(turnPages(turnPages(strip, 'left', 2), 'left', 2), 'left', 2);
  expect(thrice.map(({ rotation }) => rotation)).toEqual([0, 90]);
  expect(planOf(file(2, thrice))).toEqual([
    { page: 1, rotation: 0 },
    { page: 2, rotation: 90 },
  ]);
  expect(planOf(file(2, turnPages(thrice, 'left', 2)))).toBeNull();
  const one = togglePage(strip, 1);
  expect(one && numbersOf(one)).toEqual([2]);
  expect(one && togglePage(one, 2)).toBeNull();
});

test('a file that is converted once more keeps its plan; one with other pages than before has none', () => {
  const strip = choosePages(stripOf(file(3)), [3, 1]);
  const again: Attachment = { ...file(3, strip), conversion: { kind: 'converting', key: 'k2' } };
  expect(planOf(again)?.map(({ page }) => page)).toEqual([3, 1]);
  expect(planOf(file(4, strip))).toBeNull();
  expect(stripOf(file(4, strip))).toHaveLength(4);
});
