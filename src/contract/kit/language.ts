/** A language as files and the wire name it: `en`, `pt-BR` (spec http-api 1.3). */
export const LANGUAGE_CODE = /^[a-z]{2}(-[A-Z]{2})?$/;

/** Languages written from right to left; their pages and mails mirror. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

/** First strong isolate and its end (Unicode Bidirectional Algorithm, X5c and X6a). */
const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/** A link must stay what it is: mail programs would take the marks for a part of it. */
const LINK = /^https?:\/\//;

/** The direction that a language is written in, as the attribute `dir` names it. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.slice(0, 2)) ? 'rtl' : 'ltr';
}

/**
 * The locale for Intl: words of the language, but the digits 0 to 9 everywhere. Fax numbers and the product's fixed
 * date formats have no others, and two kinds of digits on one page would be read as two kinds of things.
 */
export function intlLocale(language: string): string {
  return `${language}-u-nu-latn`;
}

/**
 * What is put into a sentence, kept together: without the marks «617-555-0139» would stand as «0139-555-617» among
 * Arabic words. Sentences that run from left to right stay as they are.
 */
export function isolated(value: string, language: string): string {
  return directionOf(language) === 'ltr' || value === '' || LINK.test(value)
    ? value
    : `${ISOLATE}${value}${END_OF_ISOLATE}`;
}
