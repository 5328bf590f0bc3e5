import { digitsOf } from '#contract/kit/fax-number.ts';

/** A name that a person or machine gave; empty where it is only the number again, as machines like to say. */
export function spokenName(given: string, number: string): string {
  const name = given.trim();
  const same = digitsOf(name) !== '' && digitsOf(number).endsWith(digitsOf(name).slice(-10));
  return same && !/\p{L}/u.test(name) ? '' : name;
}
