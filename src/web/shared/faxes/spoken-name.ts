import { digitsOf } from '#contract/kit/fax-number.ts';

/** Returns the name that a person or machine gave; empty if it only repeats the number, as many fax machines do. */
export function spokenName(given: string, number: string): string {
  const name = given.trim();
  const same = digitsOf(name) !== '' && digitsOf(number).endsWith(digitsOf(name).slice(-10));
  return same && !/\p{L}/u.test(name) ? '' : name;
}
