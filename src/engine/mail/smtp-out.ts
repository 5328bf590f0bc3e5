import { createTransport } from 'nodemailer';

import { mimeOf } from './mime.ts';
import type { MailOut, MailOutcome, MailTrouble } from './port.ts';
import type { SmtpServer } from './smtp-url.ts';

/** Two connections kept open deliver some ten mails a second; more would make a relay throttle us. */
const CONNECTIONS = 2;

/** A relay that says nothing for so long is as good as away; the queue tries again. */
const TIMEOUT_MS = { connect: 10_000, greeting: 15_000, silence: 60_000 } as const;

/** What the other server says is cut here: it goes into a log line. */
const MAX_DETAIL = 200;

/** Hands mails to a relay by SMTP, over TLS wherever it is offered (F2E_SMTP_URL=smtp:// or smtps://). */
export function openSmtpOut(server: SmtpServer): MailOut {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.encryption === 'tls',
    requireTLS: server.encryption === 'required',
    ignoreTLS: server.encryption === 'none',
    ...(server.auth ? { auth: server.auth } : {}),
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS.connect,
    greetingTimeout: TIMEOUT_MS.greeting,
    socketTimeout: TIMEOUT_MS.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (message) => {
      try {
        await transport.sendMail(mimeOf(message));
        return { kind: 'ok', messageId: message.messageId };
      } catch (error) {
        return judge(error as SmtpError);
      }
    },
    check: async () => {
      try {
        await transport.verify();
        return { ok: true };
      } catch (error) {
        return { ok: false, reason: `the mail server does not take mails: ${detailOf(error as SmtpError)}` };
      }
    },
    close: async () => {
      transport.close();
    },
  };
}

/** What nodemailer's errors carry. */
interface SmtpError extends Error {
  code?: string;
  /** The reply code of RFC 5321 4.2, when the server said something. */
  responseCode?: number;
  response?: string;
}

/** Final is only what the server refused about this one mail; whatever else is wrong may be mended before the retries end. */
function judge(error: SmtpError): MailOutcome {
  const detail = detailOf(error);
  const permanent = (error.responseCode ?? 0) >= 500;
  if (permanent && error.code === 'EENVELOPE') return { kind: 'final', reason: 'address', detail };
  if (permanent && error.code === 'EMESSAGE') return { kind: 'final', reason: 'content', detail };
  return { kind: 'retry', reason: troubleOf(error), detail };
}

function troubleOf(error: SmtpError): MailTrouble {
  if (error.code === 'EAUTH' || error.code === 'ENOAUTH') return 'login';
  if (error.code === 'ETLS' || error.code === 'EREQUIRETLS') return 'encryption';
  return error.responseCode === undefined ? 'unreachable' : 'busy';
}

function detailOf(error: SmtpError): string {
  return (error.response ?? error.message).replaceAll(/\s+/g, ' ').slice(0, MAX_DETAIL);
}
