import { describe, expect, it } from 'vitest';

import { FAX_TABLE, FOLDER_FILTERS } from '#contract/mailbox/inbox.ts';
import { buildTableQuery, parseTableQuery } from './table-query.ts';

/** What datatables.net sends for two columns (spec http-api 3). */
const CAPTURED = new URLSearchParams(
  'draw=1&columns%5B0%5D%5Bdata%5D=fax_id&columns%5B0%5D%5Bname%5D=&columns%5B0%5D%5Bsearchable%5D=false&columns%5B0%5D%5Borderable%5D=false&columns%5B0%5D%5Bsearch%5D%5Bvalue%5D=&columns%5B0%5D%5Bsearch%5D%5Bregex%5D=false&columns%5B1%5D%5Bdata%5D=archive&columns%5B1%5D%5Bname%5D=&columns%5B1%5D%5Bsearchable%5D=true&columns%5B1%5D%5Borderable%5D=true&columns%5B1%5D%5Bsearch%5D%5Bvalue%5D=0&columns%5B1%5D%5Bsearch%5D%5Bregex%5D=false&order%5B0%5D%5Bcolumn%5D=1&order%5B0%5D%5Bdir%5D=desc&start=0&length=100&search%5Bvalue%5D=acme%20%26%20co&search%5Bregex%5D=false',
);

const parse = (pairs: Record<string, string>) => parseTableQuery(pairs, FAX_TABLE);
const ok = (pairs: Record<string, string>) => {
  const parsed = parse(pairs);
  if (parsed.kind !== 'ok') throw new Error(parsed.error);
  return parsed.query;
};

describe('table queries', () => {
  it('reads what a DataTables client sends', () => {
    expect(ok(Object.fromEntries(CAPTURED))).toEqual({
      draw: 1,
      start: 0,
      length: 100,
      sort: [{ by: 'fax_date', dir: 'desc' }],
      search: ['acme', '&', 'co'],
      searchIn: [],
      filters: { archive: '0' },
      notEmpty: [],
    });
  });

  it('reads back what it builds', () => {
    const pairs = buildTableQuery(
      {
        start: 300,
        length: 100,
        sort: { by: 'from_company', dir: 'asc' },
        search: 'acme',
        filters: FOLDER_FILTERS.Inbox,
      },
      FAX_TABLE,
    );
    expect(ok(Object.fromEntries(pairs))).toMatchObject({
      start: 300,
      length: 100,
      sort: [{ by: 'from_company', dir: 'asc' }],
      search: ['acme'],
      searchIn: ['from_company', 'fax_from', 'fax_date', 'to_person'],
      filters: { archive: '0', deleted: '0', action: 'R' },
    });
  });

  it('bounds pages: no length, -1 and more than 500 are all safe', () => {
    expect(ok({}).length).toBe(100);
    expect(ok({ length: '-1' }).length).toBe(500);
    expect(ok({ length: '1e9' }).length).toBe(500);
    expect(parse({ length: 'NaN' })).toEqual({ kind: 'bad', error: 'BAD_REQUEST' });
    expect(parse({ start: '-5' })).toEqual({ kind: 'bad', error: 'BAD_REQUEST' });
    expect(ok({ start: '1e15' }).start).toBe(1_000_000_000);
  });

  it('knows columns by name and position only', () => {
    expect(parse({ 'columns[0][data]': 'fax_date;DROP' })).toEqual({ kind: 'bad', error: 'UNKNOWN_COLUMN' });
    expect(parse({ 'columns[0][data]': '__proto__' })).toEqual({ kind: 'bad', error: 'UNKNOWN_COLUMN' });
    expect(parse({ 'columns[0][data]': '99' })).toEqual({ kind: 'bad', error: 'UNKNOWN_COLUMN' });
    const byPosition = ok({ 'columns[3][data]': '2', 'order[0][column]': '3', 'order[0][dir]': 'asc' });
    expect(byPosition.sort).toEqual([{ by: 'fax_pages', dir: 'asc' }]);
  });

  it('refuses more than 40 columns', () => {
    const pairs = Object.fromEntries(
      Array.from({ length: 41 }, (_, i) => [`columns[${i}][data]`, 'fax_date']),
    );
    expect(parse(pairs)).toEqual({ kind: 'bad', error: 'BAD_REQUEST' });
  });

  it('takes a strange direction as ascending and an unsortable column as the default', () => {
    const pairs = {
      'columns[0][data]': 'fax_date',
      'order[0][column]': '0',
      'order[0][dir]': 'desc,(select 1)',
    };
    expect(ok(pairs).sort).toEqual([{ by: 'fax_date', dir: 'asc' }]);
    expect(ok({ ...pairs, 'columns[0][data]': 'status' }).sort).toEqual([{ by: 'fax_date', dir: 'desc' }]);
  });

  it('cuts the search at 32 characters and casts draw to a number', () => {
    const query = ok({ 'search[value]': 'x'.repeat(40), draw: '<script>' });
    expect(query.search).toEqual(['x'.repeat(32)]);
    expect(query.draw).toBe(0);
  });
});
