import { CONTACT_SORTS, CONTACTS_SEARCH } from '#contract/mailbox/contacts-place.ts';
import type { ContactSort } from '#contract/mailbox/contacts-place.ts';

/** The state of the contacts page as it stands in the address; what is left out has its default. */
export interface ContactsSearch {
  /** Left out: 1. */
  page?: number;
  sort?: ContactSort;
  order?: 'asc' | 'desc';
  /** What is searched for. */
  q?: string;
  /** Only the members of this group. */
  group?: number;
  /** The open contact. */
  contact?: number;
  /** A new contact is being written; the values that it starts with stand beside it. */
  new?: 1;
  faxnum?: number;
  company?: string;
  /** The fax that it is made from. */
  fax?: number;
}

/** Reads an address; anything unknown falls back to its default, because addresses are typed and kept for years. */
export function readContactsSearch(raw: Record<string, unknown>): ContactsSearch {
  const page = positive(raw['page']);
  const sort = CONTACT_SORTS.find((known) => known === raw['sort']);
  const order = raw['order'] === 'asc' || raw['order'] === 'desc' ? raw['order'] : undefined;
  const q = plain(raw['q']).trim().slice(0, CONTACTS_SEARCH);
  const group = positive(raw['group']);
  return { ...given({ group, page: page === 1 ? undefined : page, sort, order, q }), ...readForm(raw) };
}

/** The open form: a contact, or a new one with what is known of it. */
function readForm(
  raw: Record<string, unknown>,
): Pick<ContactsSearch, 'contact' | 'new' | 'faxnum' | 'company' | 'fax'> {
  const contact = positive(raw['contact']);
  if (contact !== undefined) return { contact };
  if (plain(raw['new']) !== '1') return {};
  const faxnum = positive(raw['faxnum']);
  const company = plain(raw['company']).trim();
  const fax = positive(raw['fax']);
  return { new: 1, ...given({ faxnum, company, fax }) };
}

/** What has a value. */
function given<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const all = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(all) as { [K in keyof T]?: NonNullable<T[K]> };
}

function positive(value: unknown): number | undefined {
  const text = plain(value);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The router reads digits in an address as numbers, and true and false as flags; here all of it is text. */
function plain(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
