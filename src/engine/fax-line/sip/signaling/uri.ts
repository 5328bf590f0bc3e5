import { isIPv6 } from 'node:net';

/** Where messages are sent to or come from. */
export interface SipPeer {
  host: string;
  port: number;
  transport: 'udp' | 'tcp' | 'tls';
}

/** Default ports of SIP (RFC 3261 19.1.2). */
const PORT = { udp: 5060, tcp: 5060, tls: 5061 };

/** Returns the URI in a header such as From, without its name and parameters. A quoted name may look like a URI. */
export function uriOf(address: string): string {
  const bare = address.replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
  return /<([^>]*)>/.exec(bare)?.[1] ?? bare.split(';')[0]?.trim() ?? '';
}

/** Returns the user part of a SIP or telephone URI, decoded and without its parameters; empty if there is none. */
export function userOf(uri: string): string {
  const user = /^(?:sips?:([^@?]+)@|tel:(.+))/i.exec(uri);
  const written = user?.[1] ?? user?.[2] ?? '';
  return decoded(written.split(/[;:]/)[0] ?? '');
}

/** Returns where a SIP URI points to; null if it is invalid. */
export function peerOf(uri: string): SipPeer | null {
  const parts = /^sips?:(?:[^@]*@)?(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?(?:[;?].*)?$/i.exec(uri);
  const [, written = '', port = ''] = parts ?? [];
  const transport = transportOf(uri);
  const number = port === '' ? PORT[transport] : Number(port);
  if (written === '' || number < 1 || number > 65_535) return null;
  return {
    host: written.replace(/^\[|\]$/g, ''),
    port: number,
    transport,
  };
}

function transportOf(uri: string): SipPeer['transport'] {
  if (/^sips:|;transport=tls\b/i.test(uri)) return 'tls';
  return /;transport=tcp\b/i.test(uri) ? 'tcp' : 'udp';
}

/** Returns a host as written in URIs and headers. */
export function hostText(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign starts no escape.
    return text;
  }
}
