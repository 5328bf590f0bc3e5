/** A relay, as F2E_SMTP_URL names it. */
export interface SmtpServer {
  host: string;
  port: number;
  auth: { user: string; pass: string } | undefined;
  /** `tls` from the first byte, `required` or `offered` by STARTTLS, `none` for a relay on this machine that lies about it. */
  encryption: 'tls' | 'required' | 'offered' | 'none';
}

/** Thrown when F2E_SMTP_URL cannot be used; the message is shown as it is and holds no password. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal';
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;
const HERE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Reads `smtp://user:password@host:port` or `smtps://…`. A password never travels unencrypted to another machine:
 * with one, STARTTLS is required; `?tls=required` demands it without one, `?tls=none` turns it off.
 */
export function readSmtpUrl(url: string): SmtpServer {
  if (!URL.canParse(url)) throw new MailRefusal('F2E_SMTP_URL is no address like smtp://host:587.');
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  if (protocol !== 'smtp:' && protocol !== 'smtps:')
    throw new MailRefusal('F2E_SMTP_URL must be file:, smtp://… or smtps://….');
  if (hostname === '') throw new MailRefusal('F2E_SMTP_URL names no host.');
  const tls = searchParams.get('tls') ?? '';
  if (!['', 'required', 'none'].includes(tls))
    throw new MailRefusal('F2E_SMTP_URL: tls= is required or none.');
  const auth = username
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : undefined;
  const remoteLogin = auth !== undefined && !HERE.has(hostname);
  if (remoteLogin && tls === 'none')
    throw new MailRefusal('F2E_SMTP_URL: a password is not sent to another machine without encryption.');
  const byStartTls = tls === 'none' ? 'none' : tls === 'required' || remoteLogin ? 'required' : 'offered';
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? PORTS[protocol] : Number(port),
    auth,
    encryption: protocol === 'smtps:' ? 'tls' : byStartTls,
  };
}
