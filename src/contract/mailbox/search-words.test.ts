import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MAX_PAGES, SEARCH_KEYS, filterOf, readSearchLine, splitSearch, withFilter } from './search-words.ts';

const ALL = { min: 0, max: MAX_PAGES };
const read = (line: string) => readSearchLine(line).query;
const written = (text: string) => splitSearch(text).map((token) => token.written);
const faults = (line: string) => readSearchLine(line).faults.map((fault) => [fault.key, fault.written]);

describe('the search line', () => {
  it('reads words, phrases and filters in any order', () => {
    expect(
      read(
        'Backflow from:"Dana Whitfield" IN:sent after:2026-10 before:11/05/2026 pages:>3 "Purchase order" is:unread',
      ),
    ).toEqual({
      words: ['backflow', 'purchase order'],
      parties: [{ side: 'from', text: 'dana whitfield' }],
      folders: ['Sent'],
      after: '2026-10-01',
      before: '2026-11-05',
      pages: { min: 4, max: MAX_PAGES },
      states: [],
      marks: ['unread'],
      assigned: [],
      tags: [],
      due: [],
      mentionsMe: false,
    });
    expect(
      read('assigned:me is:open tag:"New patient" due:today mentions:me assigned:"Ana D"'),
    ).toMatchObject({
      assigned: ['me', 'ana d'],
      marks: ['open'],
      tags: ['new patient'],
      due: ['today'],
      mentionsMe: true,
    });
    expect(faults('mentions:leo due:soon assigned:')).toEqual([
      ['mentions', 'mentions:leo'],
      ['due', 'due:soon'],
      ['assigned', 'assigned:'],
    ]);
    expect(read('12:30 http://x ":" foo:bar "from:dana" ""').words).toEqual([
      '12:30',
      'http://x',
      ':',
      'foo:bar',
      'from:dana',
    ]);
    expect(read('from:"unclosed name').parties).toEqual([{ side: 'from', text: 'unclosed name' }]);
  });

  it.each([
    ['3', 3, 3],
    ['>3', 4, MAX_PAGES],
    ['>=3', 3, MAX_PAGES],
    ['<3', 0, 2],
    ['<=3', 0, 3],
    ['2-5', 2, 5],
  ])('reads pages:%s', (value, min, max) => {
    expect(read(`pages:${value}`).pages).toEqual({ min, max });
  });

  it('names what means nothing as it was typed, and reads the rest', () => {
    const wrong = [
      'pages:>x',
      'pages:5-2',
      'pages:<0',
      'after:2026-13',
      'before:2026-02-30',
      'after:1889',
      'in:outbox',
    ];
    for (const one of [...wrong, 'state:odd', 'is:new', 'from:', 'to:""', 'with:'])
      expect([faults(`acme ${one}`), read(`acme ${one}`)]).toEqual([
        [[one.split(':')[0], one]],
        { ...read('acme'), pages: ALL },
      ]);
    expect(faults('a b c d e f g h i j k')).toEqual([['many', 'k']]);
  });

  it('a filter that is set is read back, the rest stays as it was, and removing it leaves the rest', () => {
    const values = fc.stringMatching(/^[a-z0-9,.>é-]{1,6}( [a-z0-9]{1,5})?$/u);
    const rest = fc.stringMatching(/^([a-z"]{1,5} ?){0,4}$/).filter((line) => !line.includes('"'));
    fc.assert(
      fc.property(fc.constantFrom(...SEARCH_KEYS), values, rest, values, (key, value, words, first) => {
        const before = withFilter(words, key, first);
        const line = withFilter(before, key, value);
        expect(filterOf(line, key)).toBe(value.trim());
        expect(written(withFilter(line, key, ''))).toEqual(written(words));
      }),
    );
  });

  it('is bounded, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400, unit: fc.constantFrom('"', ':', ' ', 'a', 'from', '>', '1') }),
        (line) => {
          const { words, parties } = read(line);
          expect(words.length + parties.length).toBeLessThanOrEqual(10);
          expect([...words, ...parties.map(({ text }) => text)].join('').length).toBeLessThanOrEqual(200);
        },
      ),
    );
  });
});
