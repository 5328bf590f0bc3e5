/** A first part in lower case, then any number of parts; every store (disk, S3) accepts these characters. */
const KEY = /^[a-z0-9_-]+(?:\/[A-Za-z0-9._-]+)*$/u;

/** `.` and `..` match the pattern above but enable path traversal, so they are rejected. */
const CLIMBING_PART = /(?:^|\/)\.{1,2}(?:\/|$)/u;

/** S3 allows 1024 bytes, Linux 255 per part. Our keys are far shorter, so a longer one is a probe. */
const MAX_KEY_LENGTH = 200;

/**
 * Thrown for an invalid key: always a programming error of ours or an attack, never a condition to handle.
 * The message omits the key, because an attacker may be trying to get it into a log.
 */
export class InvalidKey extends Error {
  override readonly name = 'InvalidKey';
}

/** Throws InvalidKey if `key` is not a valid key, before it is used in a path. */
export function requireKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key) || CLIMBING_PART.test(key)) {
    throw new InvalidKey('A name in the file store may only have letters, digits and . _ - between slashes.');
  }
}

/** Throws InvalidKey if no key can start with the prefix. A prefix may end in a slash or in the middle of a part. */
export function requirePrefix(prefix: string): void {
  if (prefix !== '') requireKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}
