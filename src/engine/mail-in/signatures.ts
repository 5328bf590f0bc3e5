import { createHash } from 'node:crypto';
import type { DKIMResult } from 'mailauth';
import { addressParser } from 'postal-mime';

import { CLOCK_SKEW_MS, MAX_ADDRESS_HEADER, SIGNATURE_LIFE_MS } from './limits.ts';
import type { MailSignature } from './port.ts';

/** How a signature of the sender's domain stands: `stale` ones were good once, or will be. */
export type SignatureState = 'good' | 'stale' | 'bad';

/**
 * Judges one DKIM signature (RFC 6376). Good ones are of the From domain, cover the whole mail (one with l= does not: text
 * could be added below it), and say when they were made, by t= or by a Date header that they cover: not longer ago than a
 * used one is remembered, and not in the future (A-MAILIN-06, A-MAILIN-16).
 */
export function judgeSignature(result: DKIMResult, now = Date.now()): SignatureState {
  const { status, canonBodyLengthLimited: partial = false } = result;
  if (status.comment === 'expired') return 'stale';
  if (status.result !== 'pass' || !status.aligned || partial) return 'bad';
  const made = madeAt(result);
  if (Number.isNaN(made)) return 'bad';
  return made > now + CLOCK_SKEW_MS || made < now - SIGNATURE_LIFE_MS ? 'stale' : 'good';
}

/** What the product needs of a good one: by what it is known again, and whom the mail was meant for when it was signed. */
export function describeSignature({ signingHeaders }: DKIMResult): MailSignature {
  const { headers = [], canonicalizedHeader = '' } = signingHeaders ?? {};
  return {
    // Over everything that was signed, the signature's own tags included, so that no other spelling of it is another one.
    mark: createHash('sha256').update(canonicalizedHeader).digest('hex'),
    to: headers.flatMap((line) => addressesOf(line)),
  };
}

function madeAt({ signTime, signingHeaders }: DKIMResult): number {
  if (signTime) return Date.parse(signTime);
  const [date = ''] = (signingHeaders?.headers ?? []).filter((line) => /^date[ \t]*:/i.test(line));
  return Date.parse(valueOf(date));
}

function addressesOf(line: string): string[] {
  if (!/^(?:to|cc)[ \t]*:/i.test(line) || line.length > MAX_ADDRESS_HEADER) return [];
  return addressParser(valueOf(line), { flatten: true }).flatMap(({ address }) => address ?? []);
}

/** A header's value on one line. */
function valueOf(line: string): string {
  return line
    .slice(line.indexOf(':') + 1)
    .replaceAll(/\r?\n[ \t]/g, ' ')
    .trim();
}
