import { CONTACT_TABLE } from '#contract/mailbox/contacts.ts';
import type { ContactSort } from '#contract/mailbox/contacts-place.ts';
import type { Direction } from '#contract/kit/table-query.ts';
import type { ContactsSearch } from '#web/shared/mailbox/contacts-search.ts';

/** The subject of the form beside the list: none, a new contact (CONT-11), or an existing one. */
export type OpenContact =
  | { kind: 'none' }
  | { kind: 'new'; faxnum: string; company: string; fax?: string | undefined }
  | { kind: 'contact'; cid: string };

/** The state of the contacts list (CONT-34). The address holds it, so that reload and Back restore it. */
export interface ContactsState {
  page: number;
  sort: ContactSort;
  order: Direction;
  q: string;
  /** The group whose members are shown; null for all contacts. */
  group: string | null;
  open: OpenContact;
}

/** Returns the state that an address represents. */
export function stateOf(search: ContactsSearch): ContactsState {
  return {
    page: search.page ?? 1,
    sort: search.sort ?? CONTACT_TABLE.defaultSort.by,
    order: search.order ?? 'asc',
    q: search.q ?? '',
    group: search.group === undefined ? null : String(search.group),
    open: openOf(search),
  };
}

function openOf(search: ContactsSearch): OpenContact {
  if (search.contact !== undefined) return { kind: 'contact', cid: String(search.contact) };
  if (search.new === undefined) return { kind: 'none' };
  const { faxnum = '', company = '', fax } = search;
  return { kind: 'new', faxnum: String(faxnum), company, ...(fax !== undefined && { fax: String(fax) }) };
}

/** Returns the address after a search, or after clearing it with an empty text: page 1. */
export function searched(now: ContactsSearch, q: string): ContactsSearch {
  const { page: _page, q: _q, ...rest } = now;
  return q === '' ? rest : { ...rest, q };
}

/** Returns the address of a group's members, or with null of all contacts: page 1, without a search or a form. */
export function groupSearch(now: ContactsSearch, group: string | null): ContactsSearch {
  const { sort, order } = now;
  return {
    ...(group === null ? {} : { group: Number(group) }),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
  };
}

/** Returns the address after choosing a column: ascending, or descending if it was the sorted column already. */
export function sortedBy(now: ContactsSearch, sort: ContactSort): ContactsSearch {
  const { page: _page, sort: _sort, order: _order, ...rest } = now;
  const current = stateOf(now);
  const order = current.sort === sort && current.order === 'asc' ? 'desc' : 'asc';
  return {
    ...rest,
    ...(sort === CONTACT_TABLE.defaultSort.by ? {} : { sort }),
    ...(order === 'asc' ? {} : { order }),
  };
}

/** Returns the address of another page of the same list. */
export function pageSearch(now: ContactsSearch, page: number): ContactsSearch {
  const { page: _page, ...rest } = now;
  return page === 1 ? rest : { ...rest, page };
}

/** Returns the address with this form open, or with none. */
export function openSearch(now: ContactsSearch, open: OpenContact): ContactsSearch {
  const { contact: _contact, new: _new, faxnum: _faxnum, company: _company, fax: _fax, ...rest } = now;
  if (open.kind === 'none') return rest;
  if (open.kind === 'contact') return { ...rest, contact: Number(open.cid) };
  return {
    ...rest,
    new: 1,
    ...(open.faxnum === '' ? {} : { faxnum: Number(open.faxnum) }),
    ...(open.company === '' ? {} : { company: open.company }),
    ...(open.fax === undefined ? {} : { fax: Number(open.fax) }),
  };
}

/** Returns whether two addresses have the same form open; only leaving it can lose typed values. */
export function sameForm(one: ContactsSearch, other: ContactsSearch): boolean {
  return one.contact === other.contact && one.new === other.new;
}

/** A new contact without known values. */
export const NEW_CONTACT: OpenContact = { kind: 'new', faxnum: '', company: '' };
