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

/** Where a bound secret may be sent stands beside its parts, sealed with them. */
const TARGET = 'for';

/**
 * Seals the parts of a secret together with the one target that they may be sent to (host, port and login; a domain),
 * for secrets whose target stands in other columns: once those say something else, it does not open (A-SFTP-09).
 */
export function sealFor(key: Buffer, target: string, parts: object, place: string): string {
  return seal(key, JSON.stringify({ ...parts, [TARGET]: target }), place);
}

/**
 * The parts of a secret that was sealed for this target; null when it was sealed for another one, or unseal gives null.
 * `bound` is false for what the version before sealed, which knew no targets: it is taken, so that copies go on while
 * both versions run, and is to be sealed anew.
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
