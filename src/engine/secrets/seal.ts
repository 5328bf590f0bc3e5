import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** 96 bits, the size that GCM is defined for; random, because far fewer than 2^32 values are sealed under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Prefix of every sealed value, so that another sealing format can be recognized later. */
const FORM = 'v1.';

/**
 * Encrypts a secret that has to be used again (SFTP password, carrier key) with AES-256-GCM.
 * `place` names the row and column that it belongs to (`line/7/config`); in any other place it cannot be unsealed.
 */
export function seal(key: Buffer, secret: string, place: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return FORM + Buffer.concat(sealed).toString('base64url');
}

/** Returns the secret, or null if the value was sealed with another key or for another place, or was changed since. */
export function unseal(key: Buffer, sealed: string, place: string): string | null {
  const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url');
  if (!sealed.startsWith(FORM) || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    // The cipher only fails for a wrong tag; the caller decides what that means for the person.
    return null;
  }
}

/** The property that holds the target of a bound secret; it is sealed with the other parts. */
const TARGET = 'for';

/**
 * Seals the parts of a secret together with the only target that they may be sent to (host, port and login; a domain),
 * for secrets whose target is stored in other columns: once those change, it cannot be unsealed (A-SFTP-09).
 */
export function sealFor(key: Buffer, target: string, parts: object, place: string): string {
  return seal(key, JSON.stringify({ ...parts, [TARGET]: target }), place);
}

/**
 * Returns the parts of a secret that was sealed for this target; null if it was sealed for another one or `unseal`
 * returns null. `bound` is false for secrets sealed by the previous version, which had no targets: they are accepted,
 * so that copies continue while both versions run, and should be sealed again.
 */
export function unsealFor(
  key: Buffer,
  target: string,
  sealed: string,
  place: string,
): { parts: Record<string, unknown>; bound: boolean } | null {
  const text = unseal(key, sealed, place);
  if (text === null) return null;
  const { [TARGET]: known, ...parts } = JSON.parse(text) as Record<string, unknown>;
  return known === undefined || known === target ? { parts, bound: known !== undefined } : null;
}
