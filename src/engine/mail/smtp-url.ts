import { BlockList, isIP } from 'node:net';

/** A relay as named by F2E_SMTP_URL. */
export interface SmtpServer {
  host: string;
  port: number;
  auth: { user: string; pass: string } | undefined;
  /** `tls` from the first byte; `required` or `offered` by STARTTLS; `none` for a relay that offers it falsely. */
  encryption: 'tls' | 'required' | 'offered' | 'none';
  /** Whether only a valid certificate for the host is accepted. */
  verified: boolean;
  /** Whether the relay runs on this machine, so that traffic to it crosses no network. */
  local: boolean;
}

/** Thrown when F2E_SMTP_URL cannot be used; the message is shown unchanged and contains no password. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal';
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Values of `?tls=`. */
const CHOICES = ['required', 'unverified', 'offered', 'none'] as const;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/**
 * Parses `smtp://user:password@host:port` or `smtps://…`. Messages to any other machine are sent encrypted and to a
 * server with a valid certificate, or they wait (A-MAILOUT-05). `?tls=` changes that: `unverified` accepts any
 * certificate, `offered` also sends unencrypted, `none` never encrypts, `required` demands both of a relay on this
 * machine. A password is never sent to another machine unencrypted. Throws MailRefusal.
 */
export function readSmtpUrl(url: string): SmtpServer {
  if (!URL.canParse(url)) throw new MailRefusal('F2E_SMTP_URL is no address like smtp://host:587.');
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  if (protocol !== 'smtp:' && protocol !== 'smtps:')
    throw new MailRefusal('F2E_SMTP_URL must be file:, smtp://… or smtps://….');
  if (hostname === '') throw new MailRefusal('F2E_SMTP_URL names no host.');
  const host = hostname.replaceAll(/[[\]]/g, '');
  const local = isLocal(host);
  const asked = searchParams.get('tls') ?? (local && protocol === 'smtp:' ? 'offered' : 'required');
  const choice = CHOICES.find((known) => known === asked);
  if (choice === undefined)
    throw new MailRefusal('F2E_SMTP_URL: tls= is required, unverified, offered or none.');
  const auth = username
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : undefined;
  const mayBePlain = protocol === 'smtp:' && (choice === 'offered' || choice === 'none');
  if (auth && mayBePlain && !local)
    throw new MailRefusal('F2E_SMTP_URL: a password is not sent to another machine without encryption.');
  return {
    host,
    port: port === '' ? PORTS[protocol] : Number(port),
    auth,
    encryption: protocol === 'smtps:' ? 'tls' : choice === 'unverified' ? 'required' : choice,
    verified: choice === 'required',
    local,
  };
}

function isLocal(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
