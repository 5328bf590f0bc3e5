/** Values in the URL of the contacts page. Every page parses URLs, so this file is separate from the calls. */

/**
 * Maximum length in the search box of the contacts page; the one next to compose has the 32 of every list (spec
 * decisions 2.3).
 */
export const CONTACTS_SEARCH = 16;

export const CONTACT_SORTS = ['company', 'faxnum', 'to_person'] as const;
export type ContactSort = (typeof CONTACT_SORTS)[number];
