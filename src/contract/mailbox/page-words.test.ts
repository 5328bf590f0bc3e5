import { describe, expect, it } from 'vitest';

import { findHits, indexTerms, plainLetters, runsOf, wantedTerms } from './page-words.ts';

/** Returns whether a text with these words would be found by the typed text, by the same rule as in the database. */
function isFound(text: string, typed: string): boolean {
  const terms = [...indexTerms(text)];
  const begins = (prefix: string) => terms.some((term) => term.startsWith(prefix));
  return (wantedTerms(typed) ?? []).some((all) => all.every((any) => any.some(begins)));
}

describe('words of pages', () => {
  it('are compared without marks on letters and without case, in any script', () => {
    expect(plainLetters('Überweisung ŁÓDŹ Straße cœur Ærø')).toBe('uberweisung lodz strasse coeur aero');
    expect(runsOf('HMG-2026/118.734 «نموذج»')).toEqual(['hmg', '2026', '118', '734', 'نموذج']);
    expect(plainLetters('إِدَارَةٌ')).toBe('اداره');
  });

  it.each([
    ['HMG-2026-118734', ['HMG-2026-118734', 'hmg2026118734', '118734', 'hmg 2026', '2026-1187']],
    ['Call (212) 555-0177 today', ['2125550177', '212-555-0177', '(212) 555-0177', '5550177']],
    ['Tel. +1 212 555 0177', ['2125550177', '12125550177', '555 0177']],
    ['due: $4,310.00', ['4310', '4,310', '$4,310.00']],
    ['O0I1-77 (read with slips)', ['0011-77', '001177']],
    ['Überweisung', ['uberweisung', 'überw', 'ÜBER']],
  ])('%s is found by what people type', (text, typed) => {
    for (const one of typed) expect([one, isFound(text, one)]).toEqual([one, true]);
  });

  it('are not found by their middle, by other digits or by signs', () => {
    for (const [text, typed] of [
      ['invoice', 'voice'],
      ['HMG-2026', 'hmg 2027'],
      ['anything', '&'],
      ['anything', '-'],
    ] as const)
      expect([typed, isFound(text, typed)]).toEqual([typed, false]);
  });

  it('are marked where they stand, also where a number or a phrase goes over several words', () => {
    const words = 'Call (212) 555-0177 about the total amount of sub-total 212'.split(' ');
    expect(findHits(words, ['2125550177'])).toEqual([{ at: 1, count: 2 }]);
    expect(findHits(words, ['total amount'])).toEqual([{ at: 5, count: 2 }]);
    expect(findHits(words, ['total'])).toEqual([
      { at: 5, count: 1 },
      { at: 8, count: 1 },
    ]);
    expect(findHits(words, ['0177', 'about']).map(({ at }) => at)).toEqual([2, 3]);
    expect(findHits(words, ['&', ''])).toEqual([]);
  });
});
