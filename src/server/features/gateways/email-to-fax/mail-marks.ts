import { normalizeNumber } from '#contract/kit/fax-number.ts';
import type { MailSignature, ParsedMail } from '#engine/mail-in/port.ts';

import { hashOf } from './mail-to-fax.ts';
import { readFaxAddress, splitAddress } from './recipient-address.ts';

/**
 * The hashes that a mail is known by when it comes again, whole or for some of its recipients: what it says under its
 * Message-ID, and every good signature, because what a signature does not cover can be changed (A-MAILIN-06, A-MAILIN-16).
 */
export function marksOf(mail: ParsedMail, signatures: readonly MailSignature[]): Buffer[] {
  // Without an id two mails of the same words may be meant: a scanner sends the same page twice.
  const content = mail.messageId === '' ? [] : [hashOf(mail)];
  const signed = [...new Set(signatures.map(({ mark }) => mark))];
  return [...content, ...signed.map((mark) => Buffer.from(mark, 'hex'))];
}

/** The first recipient that no signature names in To or Cc; undefined when each is named by one. */
export function notAddressed(
  recipients: readonly string[],
  signatures: readonly MailSignature[],
): string | undefined {
  const named = new Set(signatures.flatMap(({ to }) => to.map(sameWay)));
  return recipients.find((recipient) => !named.has(sameWay(recipient)));
}

/** Two spellings of one number, and of one domain, are one address. */
function sameWay(address: string): string {
  const { local, domain } = splitAddress(address.trim());
  const fax = readFaxAddress(local);
  return `${fax ? `${normalizeNumber(fax.to)}.${fax.from}` : local}@${domain}`;
}
