import { createTransport } from 'nodemailer';

import { ANOTHER_HAS_IT, askBeforeContent } from './ask-before-content.ts';
import { mimeOf } from './mime.ts';
import type { MailMessage, MailOut, MailOutcome, MailTransport, MailTrouble } from './port.ts';
import type { SmtpServer } from './smtp-url.ts';

/**
 * As many connections as there are concurrent deliveries, so that none waits for a slow receiver. Kept open, they
 * deliver fifty messages a second.
 */
const CONNECTIONS = 8;

/** A relay that is silent this long counts as unavailable; the queue retries. */
const TIMEOUT_MS = { connect: 10_000, greeting: 15_000, silence: 60_000 } as const;

/**
 * Time limit for a whole delivery, however slowly bytes arrive; otherwise a few slow receivers would hold every
 * connection (F-mail-09). Content gets extra time by its size.
 */
const DELIVERY_MS = 120_000;
const SLOWEST_BYTES_PER_MS = 50;

const TOO_SLOW: MailOutcome = { kind: 'retry', reason: 'unreachable', detail: 'the delivery took too long' };

/** Longest excerpt of the other server's words, because it goes into a log line. */
const MAX_DETAIL = 200;

/** Sends messages to a relay by SMTP, as set by F2E_SMTP_URL=smtp:// or smtps://. */
export function openSmtpOut(server: SmtpServer, { deliveryMs = DELIVERY_MS } = {}): MailOut {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.encryption === 'tls',
    requireTLS: server.encryption === 'required',
    ignoreTLS: server.encryption === 'none',
    // Opportunistic encryption is better than none, whoever signed the certificate (RFC 7435); a relay on this machine
    // has its own.
    tls: { rejectUnauthorized: server.verified },
    ...(server.auth ? { auth: server.auth } : {}),
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS.connect,
    greetingTimeout: TIMEOUT_MS.greeting,
    socketTimeout: TIMEOUT_MS.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use('stream', askBeforeContent);
  return {
    transport: { kind: 'smtp', place: `${server.host}:${server.port}`, ...weaknessOf(server) },
    send: async (message, { proceed, signal } = {}) => {
      const lost = new AbortController();
      const slow = AbortSignal.timeout(deliveryMs + Math.ceil(sizeOf(message) / SLOWEST_BYTES_PER_MS));
      const signals = [lost.signal, slow, ...(signal ? [signal] : [])];
      const fence = proceed && { proceed, lost };
      try {
        await transport.sendMail(Object.assign(mimeOf(message), { signal: AbortSignal.any(signals), fence }));
        return { kind: 'ok', messageId: message.messageId };
      } catch (error) {
        if (lost.signal.reason === ANOTHER_HAS_IT) return { kind: 'lost' };
        if (lost.signal.aborted) throw lost.signal.reason;
        if (slow.aborted) return TOO_SLOW;
        return judge(error as SmtpError);
      }
    },
    check: async () => {
      try {
        await transport.verify();
        return { ok: true };
      } catch (error) {
        const fault = error as SmtpError;
        const reason = `the mail server does not take mails: ${detailOf(fault)}`;
        return { ok: false, reason, trouble: troubleOf(fault) };
      }
    },
    close: async () => {
      transport.close();
    },
  };
}

function sizeOf({ attachments }: MailMessage): number {
  return attachments.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}

/** Returns the protection that the operator gave up; none for a relay on this machine, where it does not matter. */
function weaknessOf({ local, encryption, verified }: SmtpServer): Pick<MailTransport, 'weak'> {
  if (local || verified) return {};
  return { weak: encryption === 'offered' || encryption === 'none' ? 'unencrypted' : 'unverified' };
}

/** The fields of nodemailer's errors. */
interface SmtpError extends Error {
  code?: string;
  /** The underlying code of Node or OpenSSL, such as CERT_HAS_EXPIRED. */
  originalCode?: string;
  /** The reply code of RFC 5321 4.2, if the server responded. */
  responseCode?: number;
  response?: string;
  /** The command that we had sent, such as RCPT TO. */
  command?: string;
}

/** The status for a message above the server's limit, from a response or the greeting (RFC 1870 6, RFC 3463 3.4). */
const TOO_LARGE = '5.3.4';

/**
 * Maps an error to an outcome. Only what the server rejected about this one message is final; anything else may be
 * fixed before the retries end.
 */
function judge(error: SmtpError): MailOutcome {
  const detail = detailOf(error);
  const status = statusOf(error);
  if (status === TOO_LARGE) return { kind: 'final', reason: 'size', detail, status };
  const permanent = (error.responseCode ?? 0) >= 500;
  // A relay that does not recognize us or our sender rejects every message alike, so no single message is at fault.
  if (permanent && error.command === 'MAIL FROM') return { kind: 'retry', reason: 'sender', detail, status };
  if (permanent && NO_RELAY.test(detail)) return { kind: 'retry', reason: 'login', detail, status };
  if (permanent && error.code === 'EENVELOPE') return { kind: 'final', reason: 'address', detail, status };
  if (permanent && error.code === 'EMESSAGE') return { kind: 'final', reason: 'content', detail, status };
  return { kind: 'retry', reason: troubleOf(error), detail, status };
}

/** How common mail servers phrase “you may not send through me”. */
const NO_RELAY = /\brelay(?:ing)?\b.*\b(?:denied|not permitted|prohibited)\b|\bunable to relay\b/i;

/**
 * Returns the RFC 3463 status of an error. nodemailer itself rejects a message larger than the greeting allows, without
 * a response from the server.
 */
function statusOf({ code, responseCode, response = '', command }: SmtpError): string {
  if (code === 'EMESSAGE' && responseCode === undefined && command === 'MAIL FROM') return TOO_LARGE;
  const named = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return named ?? (responseCode === 552 ? TOO_LARGE : '');
}

/** Codes of untrusted certificates (X509_STORE_CTX_get_error) and failed handshakes; all others are network errors. */
const TLS_FAULT =
  /^(?:ERR_(?:TLS|SSL)_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_|HOSTNAME_|ERROR_IN_CERT_|EPROTO$)/;

function troubleOf(error: SmtpError): MailTrouble {
  if (error.code === 'EAUTH' || error.code === 'ENOAUTH') return 'login';
  if (error.code === 'ETLS' || error.code === 'EREQUIRETLS') return 'encryption';
  if (TLS_FAULT.test(error.originalCode ?? '')) return 'encryption';
  return error.responseCode === undefined ? 'unreachable' : 'busy';
}

function detailOf(error: SmtpError): string {
  return (error.response ?? error.message).replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, MAX_DETAIL);
}
