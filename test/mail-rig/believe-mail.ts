import { authenticate } from 'mailauth';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';

import { resolverOf } from '#engine/mail-in/prove-sender.ts';

/** A delivered mail as its receiver reads it, and the results of the receiving server's checks of its sender. */
export interface BelievedMail {
  mail: Email;
  /** `pass`, and the domain aligned with the From address, for each signature. */
  dkim: [result: string, aligned: string | false][];
  spf: string;
  dmarc: string;
}

/** Checks a mail from this machine against the records of this name server (host:port). */
export async function believeMail(source: Buffer, dns: string): Promise<BelievedMail> {
  const mail = await PostalMime.parse(source);
  const proof = await authenticate(source, {
    ip: '127.0.0.1',
    helo: 'mx.fax.test',
    sender: mail.returnPath ?? '',
    resolver: resolverOf(dns)(new AbortController().signal),
  });
  return {
    mail,
    dkim: proof.dkim.results.map(({ status }) => [status.result, status.aligned ?? false]),
    spf: proof.spf ? proof.spf.status.result : 'none',
    dmarc: proof.dmarc ? proof.dmarc.status.result : 'none',
  };
}

/** The results for a mail that passes all checks. */
export const BELIEVED = { dkim: [['pass', 'fax.test']], spf: 'pass', dmarc: 'pass' };

/** Returns records in zone file format (RFC 1035 3.3.14: strings of at most 255 characters). */
export function zoneOf(records: readonly { name: string; type: string; value: string }[]): string[] {
  return records.map(({ name, type, value }) =>
    type === 'MX' ? `${name}. IN MX ${value}.` : `${name}. IN TXT ${quoted(value)}`,
  );
}

function quoted(value: string): string {
  return (value.match(/.{1,250}/gu) ?? []).map((part) => `"${part}"`).join(' ');
}
