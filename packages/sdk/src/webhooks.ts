import type { WebhookEvent } from './api.ts';

/** A request that failed verification; the message explains why. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** The input of a verification. */
export interface WebhookToVerify {
  /** The headers as received: `Headers`, or Node's object of lowercase names. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body as received, before any parsing. */
  body: string | Uint8Array;
  /** `whsec_…`; two while a secret is being rotated. */
  secret: string | readonly string[];
  /** How many seconds a request may be old, or ahead of this clock; 300 by default. */
  toleranceSeconds?: number;
}

/**
 * Verifies the signature and age of a request (Standard Webhooks) and returns its event with `id`, which is the same
 * for every delivery of the event: store it to detect repeats. Throws WebhookError.
 */
export async function verifyWebhook({
  headers,
  body,
  secret,
  toleranceSeconds = 300,
}: WebhookToVerify): Promise<WebhookEvent & { id: string }> {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/u.test(timestamp) || age > toleranceSeconds)
    throw new WebhookError('The timestamp is too old or too far ahead.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  for (const one of typeof secret === 'string' ? [secret] : secret)
    if (await signedBy(one, signed, signatures))
      return { ...(JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent), id };
  throw new WebhookError('No signature matches.');
}

function header(headers: WebhookToVerify['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

/** Returns whether one of the space-separated signatures matches this secret. WebCrypto compares in constant time. */
async function signedBy(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> {
  const raw = bytesOf(secret.replace(/^whsec_/u, ''));
  if (!raw) throw new WebhookError('The secret is not valid: it looks like whsec_….');
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const signature of signatures.split(' ').slice(0, 10)) {
    const given = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
    if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) return true;
  }
  return false;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}
