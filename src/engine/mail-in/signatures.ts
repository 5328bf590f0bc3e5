import { createHash } from 'node:crypto';
import type { DKIMResult } from 'mailauth';
import { addressParser } from 'postal-mime';

import { CLOCK_SKEW_MS, MAX_ADDRESS_HEADER, SIGNATURE_LIFE_MS } from './limits.ts';
import type { MailSignature } from './port.ts';

/** The state of a signature of the sender's domain; `stale` ones were valid once, or will be. */
export type SignatureState = 'good' | 'stale' | 'bad';

/**
 * Judges one DKIM signature (RFC 6376). A good one is of the From domain, covers the whole email (with l=, text could
 * be appended) and has a time, by t= or by a Date header that it covers: no older than used signatures are remembered,
 * and not in the future (A-MAILIN-06, A-MAILIN-16).
 */
export function judgeSignature(result: DKIMResult, now = Date.now()): SignatureState {
  const { status, canonBodyLengthLimited: partial = false } = result;
  if (status.comment === 'expired') return 'stale';
  if (status.result !== 'pass' || !status.aligned || partial) return 'bad';
  const made = madeAt(result);
  if (Number.isNaN(made)) return 'bad';
  return made > now + CLOCK_SKEW_MS || made < now - SIGNATURE_LIFE_MS ? 'stale' : 'good';
}

/** Returns what the product needs of a good signature: an identifier, and the recipients at the time of signing. */
export function describeSignature({ signingHeaders }: DKIMResult): MailSignature {
  const { headers = [], canonicalizedHeader = '' } = signingHeaders ?? {};
  return {
    // Hashes everything that was signed, including the signature's own tags, so that another spelling of it has the
    // same mark.
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

/** Returns a header's value on one line. */
function valueOf(line: string): string {
  return line
    .slice(line.indexOf(':') + 1)
    .replaceAll(/\r?\n[ \t]/g, ' ')
    .trim();
}
