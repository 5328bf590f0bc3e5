import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits: cannot be guessed, so a plain SHA-256 (and no slow hash) protects it at rest. */
const TOKEN_BYTES = 32;

/** 144 bits in 24 letters: enough for a path that is also behind an owner check. */
const PATH_KEY_BYTES = 18;

/** Returns a session or reset token as its holder receives it: 43 letters, digits, - and _. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns the stored form of a token: nobody who steals the table can use the tokens. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Returns the readable access token of a session: an HMAC under the installation's key, so that it cannot be forged, is
 * worthless without the session cookie, and is tied to that one session (A-CSRF-02).
 */
export function accessTokenOf(key: Buffer, sessionToken: string): string {
  return createHmac('sha256', key).update(sessionToken).digest('base64url');
}

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hashToken(a), hashToken(b));
}

/** Returns a random part of a name in the file store or of a fax's path: 24 letters, digits, - and _. */
export function newPathKey(): string {
  return randomBytes(PATH_KEY_BYTES).toString('base64url');
}
