/** How page state is written into the address: as plain words, so that people can read and type addresses. */
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Addresses of earlier releases put JSON quotes around values that look like numbers: fax=%2212%22. They work. */
function unquoted(value: string): unknown {
  const inner: unknown = JSON.parse(value);
  if (typeof inner !== 'string') throw new TypeError('not quoted');
  // Throws for a quoted search phrase, whose quotes are intended.
  JSON.parse(inner);
  return inner;
}

const write = stringifySearchWith(JSON.stringify);

/** The router options for parsing and writing the search part of an address. */
export const plainAddress = {
  parseSearch: parseSearchWith(unquoted),
  stringifySearch: (search: Record<string, unknown>): string =>
    write(search).replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%2C', ','),
};

/** Converts a parameter to text: the router reads digits in an address as numbers, and true and false as booleans. */
export function textOfParameter(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
