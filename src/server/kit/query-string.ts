/** A table query of 40 columns has about 220 pairs and 9 KiB (spec http-api 3). */
const MAX_PAIRS = 400;
const MAX_LENGTH = 16 * 1024;

/**
 * Parses a query string into pairs with their names as sent, including brackets; repeated names become arrays. A query
 * beyond the limits is not read: the marker makes the call answer 400.
 */
export function parseQueryString(query: string): Record<string, string | string[]> {
  const pairs = Object.create(null) as Record<string, string | string[]>;
  if (query.length > MAX_LENGTH) return { ...pairs, [TOO_LONG]: '1' };
  let count = 0;
  for (const [name, value] of new URLSearchParams(query)) {
    const known = pairs[name];
    // An identical pair adds nothing (A-TENANT-06: one fax, named five hundred times, is one fax).
    if (known === value || (Array.isArray(known) && known.includes(value))) continue;
    count += 1;
    if (count > MAX_PAIRS) return { ...pairs, [TOO_LONG]: '1' };
    if (known === undefined) pairs[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else pairs[name] = [known, value];
  }
  return pairs;
}

/** Marker in the pairs if the query string was too long to read. */
export const TOO_LONG = '\u0000too-long';
