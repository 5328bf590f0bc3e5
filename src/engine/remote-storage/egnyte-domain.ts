/** A domain's prefix (spec http-api 7). */
const PREFIX = /^[a-z0-9]{1,32}$/;

const SUFFIX = '.egnyte.com';

/** Returns the prefix of a domain with or without Egnyte's suffix; null if it is invalid (spec decisions 8.1). */
export function prefixOf(domain: string): string | null {
  const written = domain.trim().toLowerCase();
  const prefix = written.endsWith(SUFFIX) ? written.slice(0, -SUFFIX.length) : written;
  return PREFIX.test(prefix) ? prefix : null;
}

/** Returns the origin of a domain's calls; a test's base URL replaces every domain. Throws if the domain is invalid. */
export function originOf(domain: string, baseUrl: string): string {
  const prefix = prefixOf(domain);
  // Callers have already checked the domain; without this, an address of an attacker's choice could be dialed.
  if (prefix === null) throw new Error('not an Egnyte domain');
  return baseUrl === '' ? `https://${prefix}${SUFFIX}` : new URL(baseUrl).origin;
}

/** Encodes a folder's or file's path for a URL: each name is encoded, the slashes are kept (A-EGNYTE-04). */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
