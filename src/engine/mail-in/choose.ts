import { join } from 'node:path';
import type { Logger } from 'pino';

import { openMailReader } from './mail-reader.ts';
import type { MailIn } from './port.ts';
import { proveSender, resolverOf } from './prove-sender.ts';
import { watchTlsPair } from './renew-tls.ts';
import { openSmtpListener } from './smtp-listener.ts';
import { openSpool } from './spool.ts';
import { readTlsPair } from './tls-pair.ts';

export { MailInRefusal } from './tls-pair.ts';

/** Configuration of incoming email. */
export interface MailInOptions {
  /** F2E_SMTP_LISTEN. */
  listen: { host: string; port: number };
  /** The name in the listener's greeting and in its own certificate. */
  name: string;
  /** F2E_DATA. */
  dataDir: string;
  /** F2E_SMTP_TLS_CERT and F2E_SMTP_TLS_KEY; null for a self-signed certificate. */
  tls: { cert: string; key: string } | null;
  /** F2E_DNS. */
  dns: string;
  /** F2E_MAIL_FRONTS. */
  fronts: readonly string[];
  maxRecipients: number;
  /** F2E_MAIL_MIB, in bytes. */
  maxBytes: number;
  log: Logger;
}

/** Opens the SMTP side of email-to-fax; nothing listens until `listen` is called. */
export function openMailIn(options: MailInOptions): MailIn {
  const { name, dataDir } = options;
  const open = resolverOf(options.dns);
  const stopping = new AbortController();
  const reader = openMailReader({ log: options.log });
  return {
    parse: reader.parse,
    report: reader.report,
    prove: async (raw, from, peer) =>
      await proveSender(raw, from, peer, { name, open, signal: stopping.signal }),
    listen: async (handler) => {
      const tls = await readTlsPair(options.tls ?? { own: join(dataDir, 'keys/mail-in.pem'), name });
      const spool = await openSpool(join(dataDir, 'mail-in'));
      const listener = await openSmtpListener({ ...options, ...options.listen, tls, spool }, handler);
      const stopLooking =
        options.tls && watchTlsPair(options.tls, tls, (renewed) => listener.useTls(renewed), options);
      return {
        port: listener.port,
        check: () => listener.check(),
        certificate: () => listener.certificate(),
        close: async () => {
          stopLooking?.();
          // Emails that wait for an unresponsive name server would delay shutdown; their senders retry.
          stopping.abort();
          await listener.close();
          await reader.close();
        },
      };
    },
  };
}
