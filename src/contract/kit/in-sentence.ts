import { formatFaxNumber, isNanp } from './fax-number.ts';
import { isolated } from './language.ts';

/** Digits of a fax number, with or without the country code 1. */
const NUMBER = /^1?(\d{10})$/;

/**
 * Formats a value for a sentence on a page or in an error message: fax numbers in the usual format, everything with its
 * own text direction. Response fields are not sentences; they keep plain digits.
 */
export function inSentence(value: string, language: string): string {
  const [, digits = ''] = NUMBER.exec(value) ?? [];
  return isolated(isNanp(digits) ? (formatFaxNumber(value) ?? value) : value, language);
}
