/** A language code in files and on the wire: `en`, `pt-BR` (spec http-api 1.3). */
export const LANGUAGE_CODE = /^[a-z]{2}(-[A-Z]{2})?$/;

/** Languages written from right to left; their pages and mails mirror. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

/** First strong isolate and pop directional isolate (Unicode Bidirectional Algorithm, X5c and X6a). */
const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/** Links stay unmarked: mail programs would treat the marks as part of the link. */
const LINK = /^https?:\/\//;

/** Returns the direction in which a language is written, as a value of the attribute `dir`. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.slice(0, 2)) ? 'rtl' : 'ltr';
}

/**
 * Returns the locale for Intl: words of the language, but always the digits 0 to 9. Fax numbers and the product's fixed
 * date formats have no others, and two kinds of digits on one page would look like two kinds of values.
 */
export function intlLocale(language: string): string {
  return `${language}-u-nu-latn`;
}

/**
 * Isolates a value inserted into a sentence: without the marks «617-555-0139» would appear as «0139-555-617» among
 * Arabic words. Values in left-to-right sentences stay unchanged.
 */
export function isolated(value: string, language: string): string {
  return directionOf(language) === 'ltr' || value === '' || LINK.test(value)
    ? value
    : `${ISOLATE}${value}${END_OF_ISOLATE}`;
}
