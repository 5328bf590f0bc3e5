import { expect, test } from 'vitest';
import { readInboxSearch } from './inbox-search.ts';

test('what is known is kept, what is unknown falls back to its default', () => {
  expect(
    readInboxSearch({
      folder: 'Sent',
      page: 2,
      sort: 'fax_pages',
      order: 'asc',
      q: 'acme',
      fax: 45,
      view: 'horizontal',
    }),
  ).toEqual({
    folder: 'Sent',
    page: 2,
    sort: 'fax_pages',
    order: 'asc',
    q: 'acme',
    fax: '45',
    view: 'horizontal',
  });
  expect(
    readInboxSearch({ folder: 'Spam', page: -1, sort: 'x', order: 'up', q: { a: 1 }, fax: null, view: 'x' }),
  ).toEqual({});
  expect(readInboxSearch({ folder: 'Inbox', page: '1', q: '   ' })).toEqual({});
  expect(readInboxSearch({ page: 1.5 })).toEqual({});
});

test('a search that looks like a number stays text and is cut at 200 characters', () => {
  expect(readInboxSearch({ q: 2_125_550_100 })).toEqual({ q: '2125550100' });
  expect(readInboxSearch({ q: true })).toEqual({ q: 'true' });
  expect(readInboxSearch({ q: 'x'.repeat(240) }).q).toHaveLength(200);
});
