import { proveSender } from '../../src/engine/mail-in/prove-sender.ts';
import type { MailPeer } from '../../src/engine/mail-in/port.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';
import { MAIL } from './mails.ts';

const PEER: MailPeer = {
  address: '192.0.2.1',
  addressKnown: true,
  helo: 'mail.example.com',
  login: null,
  sender: 'ann@example.com',
  recipients: ['2125550100@fax.example.com'],
};

/** Maximum size of a DNS message in bytes (RFC 1035 4.2.2). */
const DNS_BYTES = 65_535;

/** Separates the responses of name servers from the mail in an input. */
const ANSWERS_END = '\u0001\r\n';

const answers =
  'v=spf1 include:a.example.com ip4:192.0.2.0/24 -all\nv=DMARC1; p=reject; sp=none; pct=50\nv=DKIM1; k=rsa; p=AAAA\n';
const signature =
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=example.com; s=a; t=1790000000; l=5;\r\n h=from:to:date; bh=AAAA; b=AAAA\r\n';

/** DKIM, SPF and DMARC of a mail, with DNS responses from the input. */
export const target: FuzzTarget = {
  covers: ['/src/engine/mail-in/', '/node_modules/mailauth/lib/'],
  maxBytes: 256 * 1024,
  seeds: () => [
    Buffer.concat([seed(answers + ANSWERS_END), MAIL]),
    Buffer.concat([seed(answers + ANSWERS_END + signature), MAIL]),
    Buffer.concat([seed(`v=spf1 mx a exists:%{i}.x redirect=b.example\n${ANSWERS_END}`), MAIL]),
  ],
  run: async (input) => {
    const cut = input.indexOf(ANSWERS_END);
    const said = input.toString('utf8', 0, Math.max(0, cut)).split('\n').slice(0, 8);
    // Mails with bare line ends are rejected earlier (A-MAILIN-05).
    const written = input.toString('latin1', cut < 0 ? 0 : cut + ANSWERS_END.length);
    const mail = Buffer.from(written.replaceAll(/\r?\n|\r/g, '\r\n'), 'latin1');
    let asked = 0;
    // Types of mailauth's resolver: TXT responses are lists of pieces, MX have a host, the others are addresses.
    const resolver = async (_: string, type: string) => {
      asked += 1;
      const answer = (said[asked % Math.max(1, said.length)] ?? '').slice(0, DNS_BYTES);
      if (answer === '') throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
      if (type === 'TXT') return [[answer]];
      if (type === 'MX') return [{ priority: 1, exchange: answer }] as never;
      return [answer] as never;
    };
    const name = 'fax.example.com';
    const { signal } = new AbortController();
    const outcome = await proveSender(mail, 'ann@example.com', PEER, { name, open: () => resolver, signal });
    holds(asked <= 200, 'the number of DNS questions is limited');
    if (outcome.kind === 'ok')
      holds(
        said.some((answer) => /v=spf1|DKIM1|p=/i.test(answer)),
        'a record supports the proof',
      );
  },
};
