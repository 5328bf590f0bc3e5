import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Nobody can guess a signature of this length in a lifetime, and the whole local part stays far below 64 characters.
 */
const SIGNATURE_LENGTH = 16;

/** Radix of the id's digits; these 32 symbols survive servers that change the case of an address. */
const RADIX = 32;

const FORM = /^b-([0-9a-v]{1,11})-([0-9a-f]{16})$/;

/**
 * Returns the local part to which reports about one mail are sent back: `b-<id>-<signature>` (VERP). It is signed,
 * because anybody can write to it and could otherwise suspend an address, and in lower case, because servers fold it.
 */
export function bounceLocalPart(key: Buffer, mailId: number): string {
  const id = mailId.toString(RADIX);
  return `b-${id}-${signatureOf(key, id)}`;
}

/** Returns the mail that a local part names, in any case; null if it is not one of ours. */
export function mailOfBounce(key: Buffer, localPart: string): number | null {
  const [, id, signature] = FORM.exec(localPart.toLowerCase()) ?? [];
  if (id === undefined || signature === undefined) return null;
  const right = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, id)));
  return right ? Number.parseInt(id, RADIX) : null;
}

function signatureOf(key: Buffer, id: string): string {
  return createHmac('sha256', key).update(`bounce/${id}`).digest('hex').slice(0, SIGNATURE_LENGTH);
}
