import { CONTACT_SORTS, CONTACTS_SEARCH } from '#contract/mailbox/contacts-place.ts';
import type { ContactSort } from '#contract/mailbox/contacts-place.ts';
import { textOfParameter } from '#web/kit/address.ts';

/** The state of the contacts page in its address; omitted values have their defaults. */
export interface ContactsSearch {
  /** Default: 1. */
  page?: number;
  sort?: ContactSort;
  order?: 'asc' | 'desc';
  /** The search text. */
  q?: string;
  /** Only the members of this group. */
  group?: number;
  /** The open contact. */
  contact?: number;
  /** Set while a new contact is being written; its initial values are the fields below. */
  new?: 1;
  faxnum?: number;
  company?: string;
  /** The fax from which the contact is created. */
  fax?: number;
}

/** Reads an address; unknown values fall back to defaults, because people type addresses and keep them for years. */
export function readContactsSearch(raw: Record<string, unknown>): ContactsSearch {
  const page = positive(raw['page']);
  const sort = CONTACT_SORTS.find((known) => known === raw['sort']);
  const order = raw['order'] === 'asc' || raw['order'] === 'desc' ? raw['order'] : undefined;
  const q = textOfParameter(raw['q']).trim().slice(0, CONTACTS_SEARCH);
  const group = positive(raw['group']);
  return { ...given({ group, page: page === 1 ? undefined : page, sort, order, q }), ...readForm(raw) };
}

/** Reads the open form: a contact, or a new one with its known values. */
function readForm(
  raw: Record<string, unknown>,
): Pick<ContactsSearch, 'contact' | 'new' | 'faxnum' | 'company' | 'fax'> {
  const contact = positive(raw['contact']);
  if (contact !== undefined) return { contact };
  if (textOfParameter(raw['new']) !== '1') return {};
  const faxnum = positive(raw['faxnum']);
  const company = textOfParameter(raw['company']).trim();
  const fax = positive(raw['fax']);
  return { new: 1, ...given({ faxnum, company, fax }) };
}

/** Returns only the entries that have a value. */
function given<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const all = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(all) as { [K in keyof T]?: NonNullable<T[K]> };
}

function positive(value: unknown): number | undefined {
  const text = textOfParameter(value);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
