import { formatFaxNumber, isNanp } from './fax-number.ts';
import { isolated } from './language.ts';

/** Digits that are a fax number, with or without the country code of 1. */
const NUMBER = /^1?(\d{10})$/;

/**
 * What is put into a sentence that people read on a page or in the message of an error: fax numbers are
 * written as everywhere, and everything keeps its own direction. Fields of answers are no sentences, and stay digits.
 */
export function inSentence(value: string, language: string): string {
  const [, digits = ''] = NUMBER.exec(value) ?? [];
  return isolated(isNanp(digits) ? (formatFaxNumber(value) ?? value) : value, language);
}
