/** How the state of a page is written into its address: plain words, so that addresses can be read and typed. */
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Addresses of before had JSON quotes around what looks like a number: fax=%2212%22. They go on working. */
function unquoted(value: string): unknown {
  const inner: unknown = JSON.parse(value);
  if (typeof inner !== 'string') throw new TypeError('not quoted');
  // Throws for a phrase of a search, whose quotes are meant.
  JSON.parse(inner);
  return inner;
}

const write = stringifySearchWith(JSON.stringify);

/** The two ways, for a router. */
export const plainAddress = {
  parseSearch: parseSearchWith(unquoted),
  stringifySearch: (search: Record<string, unknown>): string =>
    write(search).replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%2C', ','),
};
