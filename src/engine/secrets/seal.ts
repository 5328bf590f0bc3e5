import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** 96 bits, the size that GCM is defined for; random, far below 2^32 seals under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Written in front of every sealed value, so that another way of sealing can be told apart later. */
const FORM = 'v1.';

/**
 * Encrypts a secret that has to be used again (SFTP password, carrier key) with AES-256-GCM.
 * `place` names the one row and column that it belongs to (`line/7/config`): moved elsewhere, it does not open.
 */
export function seal(key: Buffer, secret: string, place: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return FORM + Buffer.concat(sealed).toString('base64url');
}

/** The secret, or null when the value was sealed with another key, for another place, or was changed since. */
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
    // The cipher's only complaint is a wrong tag; the caller says what that means for the person.
    return null;
  }
}
