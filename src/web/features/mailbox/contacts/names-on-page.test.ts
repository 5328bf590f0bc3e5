import { describe, expect, it } from 'vitest';
import type { PageTextOnWire } from '#contract/mailbox/page-text.ts';
import { namesOnPage } from './names-on-page.ts';

/** A page of 1728 by 2156 dots; lines are [text, top, letter height]. */
function page(lines: readonly (readonly [string, number, number?])[], turn: 0 | 90 = 0): PageTextOnWire {
  return {
    page: 1,
    width: 1728,
    height: 2156,
    turn,
    lines: lines.map(([text, top, height = 30]) => {
      const words = text.split(' ');
      return { words, boxes: words.flatMap((_, at) => [100 + at * 100, top, 80, height]) };
    }),
  };
}

const BODY = Array.from(
  { length: 12 },
  (_, at) => [`and some more words of a letter ${at}`, 800 + at * 60] as const,
);

describe('names on a page', () => {
  it('are the large lines on top, the largest first', () => {
    const letter = page([
      ['Harbor Family Clinic', 150, 60],
      ['Dana Whitfield, MD', 240, 45],
      ['12 Main Street, Boston MA 02110', 300],
      ...BODY,
    ]);
    expect(namesOnPage(letter)).toEqual(['Harbor Family Clinic', 'Dana Whitfield, MD']);
  });

  it('are what stands after “From:” on a cover page, without the next entry', () => {
    const cover = page([
      ['Fax Cover Sheet', 120, 80],
      ['To: Records Office From: Dana Whitfield Fax: 732-555-0119', 400],
      ['Von: Praxis Dr. Özdemir Datum: 12.11.2026', 460],
      ...BODY,
    ]);
    expect(namesOnPage(cover)).toEqual(['Dana Whitfield', 'Praxis Dr. Özdemir']);
  });

  it.each([
    ['11/27/2026 10:02AM FROM: HARBOR CLINIC TO: 2125550142 PAGE 001 OF 003', 'HARBOR CLINIC'],
    ['NOV-27-2026 10:02 From: Lee & Sons 7325550119 P.1/3', 'Lee & Sons'],
    ['2026-11-27 10:02 من: عيادة الميناء', 'عيادة الميناء'],
  ])('are in the line that a fax machine prints: %s', (header, name) => {
    expect(namesOnPage(page([[header, 20], ...BODY]))).toEqual([name]);
  });

  it('are said once, at most three', () => {
    const lines = ['Lee Company', 'LEE COMPANY', 'One Name', 'Another Name', 'A fourth Name'].map(
      (text, at) => [text, 100 + at * 80, 90 - at] as const,
    );
    expect(namesOnPage(page([...lines, ...BODY]))).toEqual(['Lee Company', 'One Name', 'Another Name']);
  });

  it('are none on pages of even text, of numbers, of names of papers, or that lie on their side', () => {
    expect(namesOnPage(page(BODY))).toEqual([]);
    expect(namesOnPage(page([['INVOICE', 100, 90], ['4,310.00', 200, 90], ...BODY]))).toEqual([]);
    expect(namesOnPage(page([['Harbor Family Clinic', 150, 60], ...BODY], 90))).toEqual([]);
    expect(namesOnPage(undefined)).toEqual([]);
  });
});
