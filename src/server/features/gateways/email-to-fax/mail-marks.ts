import { normalizeNumber } from '#contract/kit/fax-number.ts';
import type { MailSignature, ParsedMail } from '#engine/mail-in/port.ts';

import { hashOf } from './mail-to-fax.ts';
import { readFaxAddress, splitAddress } from './recipient-address.ts';

/**
 * Returns the hashes that identify a mail when it comes again, for all or some of its recipients: its content under its
 * Message-ID, and every valid signature, because the parts that a signature does not cover can be changed (A-MAILIN-06,
 * A-MAILIN-16).
 */
export function marksOf(mail: ParsedMail, signatures: readonly MailSignature[]): Buffer[] {
  // Without an id, two mails with the same content may both be meant: a scanner sends the same page twice.
  const content = mail.messageId === '' ? [] : [hashOf(mail)];
  const signed = [...new Set(signatures.map(({ mark }) => mark))];
  return [...content, ...signed.map((mark) => Buffer.from(mark, 'hex'))];
}

/** Returns the first recipient that no signature covers in To or Cc; undefined if all are covered. */
export function notAddressed(
  recipients: readonly string[],
  signatures: readonly MailSignature[],
): string | undefined {
  const named = new Set(signatures.flatMap(({ to }) => to.map(sameWay)));
  return recipients.find((recipient) => !named.has(sameWay(recipient)));
}

/** Normalizes an address, so that two spellings of a number and its domain are equal. */
function sameWay(address: string): string {
  const { local, domain } = splitAddress(address.trim());
  const fax = readFaxAddress(local);
  return `${fax ? `${normalizeNumber(fax.to)}.${fax.from}` : local}@${domain}`;
}
