// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { FAX_SORTS, FAX_TABLE, FOLDERS } from '#contract/mailbox/inbox.ts';
import { parseTableQuery } from '#contract/kit/table-query.ts';
import { listQuery } from './list-query.ts';
import type { ListRequest } from './list-query.ts';
import {
  faxSearch,
  folderSearch,
  pageSearch,
  searched,
  sortedBy,
  stateOf,
  viewSearch,
} from './inbox-state.ts';

const DEEP = { folder: 'Sent', page: 4, sort: 'fax_size', order: 'asc', q: 'acme', fax: '7' } as const;

describe('the address of the inbox', () => {
  it('stands for the defaults when it is empty', () => {
    expect(stateOf({})).toEqual({
      folder: 'Inbox',
      page: 1,
      sort: 'fax_date',
      order: 'desc',
      q: '',
      fax: null,
      view: 'vertical',
    });
  });

  it('[INBOX-26] goes to page 1 of another folder and leaves search and opened fax behind', () => {
    expect(folderSearch(DEEP, 'Archive')).toEqual({ folder: 'Archive', sort: 'fax_size', order: 'asc' });
    expect(folderSearch(DEEP, 'Inbox')).toEqual({ sort: 'fax_size', order: 'asc' });
  });

  it('[INBOX-27] goes to page 1 when the search changes or is cleared', () => {
    expect(searched(DEEP, 'tide')).toEqual({ folder: 'Sent', sort: 'fax_size', order: 'asc', q: 'tide' });
    expect(searched(DEEP, '')).toEqual({ folder: 'Sent', sort: 'fax_size', order: 'asc' });
  });

  it('[INBOX-45] turns the order round when the same column is chosen again, for every column', () => {
    for (const sort of FAX_SORTS) {
      const once = sortedBy({ sort: sort === 'fax_date' ? 'fax_size' : 'fax_date' }, sort);
      const twice = sortedBy(once, sort);
      const thrice = sortedBy(twice, sort);
      expect(new Set([once.order, twice.order])).toEqual(new Set(['asc', 'desc']));
      expect(thrice.order).toBe(once.order);
    }
  });

  it('starts a new column at page 1 in the order that makes sense for it', () => {
    expect(sortedBy(DEEP, 'from_company')).toEqual({
      folder: 'Sent',
      q: 'acme',
      sort: 'from_company',
      order: 'asc',
    });
    expect(sortedBy({}, 'fax_pages').order).toBe('desc');
  });

  it('closes the opened fax when the page changes, and keeps everything else', () => {
    const { fax: _fax, page: _page, ...rest } = DEEP;
    expect(pageSearch(DEEP, 2)).toEqual({ ...rest, page: 2 });
    expect(pageSearch(DEEP, 1)).toEqual(rest);
    expect(faxSearch(DEEP, '9')).toEqual({ ...DEEP, fax: '9' });
    expect(faxSearch(DEEP, null)).not.toHaveProperty('fax');
    expect(viewSearch(viewSearch({}, 'horizontal'), 'vertical')).toEqual({});
  });

  it('neither searches nor opens anything in the Outbox', () => {
    expect(stateOf({ folder: 'Outbox', q: 'x', fax: '3' })).toMatchObject({ q: '', fax: null });
  });
});

describe('the table query', () => {
  const request: ListRequest = {
    folder: 'Inbox',
    page: 1,
    pageSize: 100,
    sort: 'fax_date',
    order: 'desc',
    q: '',
  };
  const asked = (change: Partial<ListRequest>) => {
    const parsed = parseTableQuery(Object.fromEntries(listQuery({ ...request, ...change })), FAX_TABLE);
    if (parsed.kind === 'bad') throw new Error(parsed.error);
    return parsed.query;
  };

  it('asks for each folder by its filters (spec http-api 3.1)', () => {
    expect(FOLDERS.map((folder) => asked({ folder }).filters)).toEqual([
      { archive: '0', deleted: '0', action: 'R' },
      { outbox: '1' },
      { archive: '0', deleted: '0', action: 'S' },
      { archive: '1', deleted: '0' },
    ]);
  });

  it('asks for the page, the order and the words', () => {
    const query = asked({ page: 3, pageSize: 10, sort: 'fax_size', order: 'asc', q: 'acme & co' });
    expect(query).toMatchObject({
      start: 20,
      length: 10,
      sort: [{ by: 'fax_size', dir: 'asc' }],
      search: ['acme', '&', 'co'],
      searchIn: FAX_TABLE.searchable,
    });
  });
});
