/** What the address of the contacts page may name. Every page reads addresses, so this stands apart from the calls. */

/** The search box of the contacts page; the one beside compose takes the 32 of every list (spec decisions 2.3). */
export const CONTACTS_SEARCH = 16;

export const CONTACT_SORTS = ['company', 'faxnum', 'to_person'] as const;
export type ContactSort = (typeof CONTACT_SORTS)[number];
