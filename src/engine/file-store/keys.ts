/** A first part in lower case, then any number of parts; every store (disk, S3) takes these characters. */
const KEY = /^[a-z0-9_-]+(?:\/[A-Za-z0-9._-]+)*$/u;

/** `.` and `..` match the pattern above but climb out of the folder: the traversal that the pattern is here to stop. */
const CLIMBING_PART = /(?:^|\/)\.{1,2}(?:\/|$)/u;

/** S3 takes 1024 bytes, Linux 255 a part; ours are far shorter, a longer one is somebody probing. */
const MAX_KEY_LENGTH = 200;

/**
 * Thrown for a key that is none: always our own programming error or an attack, never a condition to handle.
 * The key itself is not part of the message, because it may be what an attacker wants to see in a log.
 */
export class InvalidKey extends Error {
  override readonly name = 'InvalidKey';
}

/** Refuses what is not a key, before it comes near a path. */
export function requireKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key) || CLIMBING_PART.test(key)) {
    throw new InvalidKey('A name in the file store may only have letters, digits and . _ - between slashes.');
  }
}

/** Refuses a prefix that no key starts with; a prefix may end in a slash or in the middle of a part. */
export function requirePrefix(prefix: string): void {
  if (prefix !== '') requireKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}
