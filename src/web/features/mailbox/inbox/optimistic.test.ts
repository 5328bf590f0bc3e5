import { describe, expect, it } from 'vitest';
import { faxRowForTest } from './fax-row-for-test.ts';
import { countsAfter, listAfter } from './optimistic.ts';

const rows = [
  faxRowForTest('1', { is_new: '1' }),
  faxRowForTest('2'),
  faxRowForTest('3', { is_inbox: 0, action: 'S' }),
];
const list = { draw: 1, recordsTotal: 9, recordsFiltered: 7, data: rows };
const folders = {
  Inbox: { total: 5, unread: 2 },
  Outbox: { total: 0, unread: 0 },
  Sent: { total: 3, unread: 0 },
  Archive: { total: 1, unread: 0 },
};

describe('a list before the server answers', () => {
  it('loses what is deleted or moved, and counts without it', () => {
    for (const action of ['delete', 'to_archive', 'from_archive'] as const) {
      const after = listAfter(list, action, new Set(['1', '3']));
      expect(after.data.map((row) => row.fax_id)).toEqual(['2']);
      expect([after.recordsTotal, after.recordsFiltered]).toEqual([7, 5]);
    }
  });

  it('changes only the read mark of what is marked', () => {
    expect(listAfter(list, 'view', new Set(['1'])).data.map((row) => row.is_new)).toEqual(['0', '0', '0']);
    expect(listAfter(list, 'new', new Set(['2'])).data.map((row) => row.is_new)).toEqual(['1', '1', '0']);
    expect(listAfter(list, 'new', new Set(['2'])).data[0]).toBe(rows[0]);
  });

  it('is the same list when it holds none of them', () => {
    expect(listAfter(list, 'delete', new Set(['99']))).toBe(list);
  });
});

describe('folder counts before the server answers', () => {
  it('follow what leaves and where it goes', () => {
    expect(countsAfter(folders, 'delete', 'Inbox', rows.slice(0, 2)).Inbox).toEqual({ total: 3, unread: 1 });
    expect(countsAfter(folders, 'to_archive', 'Inbox', rows.slice(0, 2))).toMatchObject({
      Inbox: { total: 3, unread: 1 },
      Archive: { total: 3, unread: 1 },
    });
    expect(countsAfter(folders, 'from_archive', 'Archive', rows.slice(1))).toMatchObject({
      Inbox: { total: 6, unread: 2 },
      Sent: { total: 4, unread: 0 },
      Archive: { total: 0, unread: 0 },
    });
  });

  it('count a mark once, however often it is set', () => {
    expect(countsAfter(folders, 'view', 'Inbox', rows.slice(0, 2)).Inbox.unread).toBe(1);
    expect(countsAfter(folders, 'new', 'Inbox', rows.slice(0, 2)).Inbox.unread).toBe(3);
  });
});
