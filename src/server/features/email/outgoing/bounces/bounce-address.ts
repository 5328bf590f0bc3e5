import { createHmac, timingSafeEqual } from 'node:crypto';

/** Nobody can make one up in a lifetime of tries, and the whole local part stays far below 64 characters. */
const SIGNATURE_LENGTH = 16;

/** Digits of the id; 32 symbols that survive servers which change the case of an address. */
const RADIX = 32;

const FORM = /^b-([0-9a-v]{1,11})-([0-9a-f]{16})$/;

/**
 * The local part that reports about one mail are sent back to: `b-<id>-<signature>` (VERP). Signed, because anybody can
 * write to it and would switch off an address otherwise; lower case, because servers fold it.
 */
export function bounceLocalPart(key: Buffer, mailId: number): string {
  const id = mailId.toString(RADIX);
  return `b-${id}-${signatureOf(key, id)}`;
}

/** The mail that a local part names, in any case; null when it isn't one of ours. */
export function mailOfBounce(key: Buffer, localPart: string): number | null {
  const [, id, signature] = FORM.exec(localPart.toLowerCase()) ?? [];
  if (id === undefined || signature === undefined) return null;
  const right = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, id)));
  return right ? Number.parseInt(id, RADIX) : null;
}

function signatureOf(key: Buffer, id: string): string {
  return createHmac('sha256', key).update(`bounce/${id}`).digest('hex').slice(0, SIGNATURE_LENGTH);
}
