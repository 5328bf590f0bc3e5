/** A domain's prefix (spec http-api 7). */
const PREFIX = /^[a-z0-9]{1,32}$/;

const SUFFIX = '.egnyte.com';

/** The prefix of a domain, written with or without Egnyte's own ending; null when it is none (spec decisions 8.1). */
export function prefixOf(domain: string): string | null {
  const written = domain.trim().toLowerCase();
  const prefix = written.endsWith(SUFFIX) ? written.slice(0, -SUFFIX.length) : written;
  return PREFIX.test(prefix) ? prefix : null;
}

/** Where a domain's calls go; a base URL of a test stands for every domain. Throws on what is no domain. */
export function originOf(domain: string, baseUrl: string): string {
  const prefix = prefixOf(domain);
  // Nothing that a caller checked comes here; without this an address of a stranger's choice could be dialled.
  if (prefix === null) throw new Error('not an Egnyte domain');
  return baseUrl === '' ? `https://${prefix}${SUFFIX}` : new URL(baseUrl).origin;
}

/** A folder's or file's path in an address: each name encoded, the slashes kept (A-EGNYTE-04). */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
