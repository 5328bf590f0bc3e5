import { describe, expect, it } from 'vitest';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import { openSearch, pageSearch, sameForm, searched, sortedBy, stateOf } from './contacts-state.ts';

describe('the address of the contacts page', () => {
  it('[CONT-34] holds sort, order, page, search and the open contact', () => {
    const raw = { page: 3, sort: 'company', order: 'desc', q: 'acme', contact: 12 };
    expect(stateOf(readContactsSearch(raw))).toEqual({
      page: 3,
      sort: 'company',
      order: 'desc',
      q: 'acme',
      group: null,
      open: { kind: 'contact', cid: '12' },
    });
    expect(stateOf(readContactsSearch({}))).toEqual({
      page: 1,
      sort: 'to_person',
      order: 'asc',
      q: '',
      group: null,
      open: { kind: 'none' },
    });
  });

  it('starts a new contact with what is known of it', () => {
    const raw = { new: '1', faxnum: 2_125_550_142, company: ' Acme ' };
    const open = { kind: 'new', faxnum: '2125550142', company: 'Acme' } as const;
    expect(stateOf(readContactsSearch(raw)).open).toEqual(open);
    expect(readContactsSearch({ ...openSearch({}, open) })).toEqual({
      new: 1,
      faxnum: 2_125_550_142,
      company: 'Acme',
    });
  });

  it.each([
    { page: '0' },
    { page: 'x' },
    { sort: 'email' },
    { order: 'up' },
    { contact: '-1' },
    { contact: '1e3' },
    { new: '2' },
    { faxnum: '5', company: 'x' },
    { q: { a: 1 } },
  ])('falls back to the default for %j', (raw) => expect(readContactsSearch(raw)).toEqual({}));

  it('cuts a search at 16 characters', () =>
    expect(readContactsSearch({ q: 'x'.repeat(20) })).toEqual({ q: 'x'.repeat(16) }));

  it('[CONT-02] sorts by another column from A to Z, by the same one the other way; search and sort start at page 1', () => {
    expect(sortedBy({ page: 2 }, 'company')).toEqual({ sort: 'company' });
    expect(sortedBy({ sort: 'company' }, 'company')).toEqual({ sort: 'company', order: 'desc' });
    expect(sortedBy({ sort: 'company', order: 'desc' }, 'company')).toEqual({ sort: 'company' });
    expect(sortedBy({}, 'to_person')).toEqual({ order: 'desc' });
    expect(searched({ page: 2, contact: 3 }, 'a')).toEqual({ contact: 3, q: 'a' });
    expect(searched({ q: 'a' }, '')).toEqual({});
    expect(pageSearch({ q: 'a' }, 2)).toEqual({ q: 'a', page: 2 });
  });

  it('knows when a form stays open', () => {
    expect(sameForm({ contact: 1 }, { contact: 1, page: 2 })).toBe(true);
    expect(sameForm({ contact: 1 }, { contact: 2 })).toBe(false);
    expect(sameForm({ new: 1 }, {})).toBe(false);
  });
});
