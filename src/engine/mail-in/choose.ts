import { join } from 'node:path';
import type { Logger } from 'pino';

import { parseMail } from './parse-mail.ts';
import { parseReport } from './parse-report.ts';
import type { MailIn } from './port.ts';
import { proveSender, resolverOf } from './prove-sender.ts';
import { openSmtpListener } from './smtp-listener.ts';
import { openSpool } from './spool.ts';
import { readTlsPair } from './tls-pair.ts';

export { MailInRefusal } from './tls-pair.ts';

/** What incoming mail needs of the configuration. */
export interface MailInOptions {
  /** F2E_SMTP_LISTEN. */
  listen: { host: string; port: number };
  /** The name that the listener greets with, also in its own certificate. */
  name: string;
  /** F2E_DATA. */
  dataDir: string;
  /** F2E_SMTP_TLS_CERT and F2E_SMTP_TLS_KEY; null for a certificate of our own. */
  tls: { cert: string; key: string } | null;
  /** F2E_DNS. */
  dns: string;
  /** F2E_MAIL_FRONTS. */
  fronts: readonly string[];
  maxRecipients: number;
  log: Logger;
}

/** Opens the SMTP side of e-mail to fax; nothing listens before `listen`. */
export function openMailIn(options: MailInOptions): MailIn {
  const { name, dataDir } = options;
  const resolver = resolverOf(options.dns);
  return {
    parse: parseMail,
    report: parseReport,
    prove: async (raw, from, peer) => await proveSender(raw, from, peer, { name, resolver }),
    listen: async (desk) => {
      const tls = await readTlsPair(options.tls ?? { own: join(dataDir, 'keys/mail-in.pem'), name });
      const spool = await openSpool(join(dataDir, 'mail-in'));
      return await openSmtpListener({ ...options, ...options.listen, tls, spool }, desk);
    },
  };
}
