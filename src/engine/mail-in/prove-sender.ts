import { Resolver } from 'node:dns/promises';
import { authenticate } from 'mailauth';
import type { AuthenticateResult, DNSResolver } from 'mailauth';

import { DNS_MS, MAX_SIGNATURES } from './limits.ts';
import type { MailPeer, ProofOutcome } from './port.ts';

/** Asks these servers (`host:port`, joined by commas), or the machine's own for `system`. */
export function resolverOf(servers: string): DNSResolver {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 2 });
  if (servers !== 'system') resolver.setServers(servers.split(',').map((server) => server.trim()));
  return async (name, type) => (await resolver.resolve(name, type)) as string[][];
}

/**
 * Proves the domain of a From address: DMARC passes; or the domain has no DMARC record, and a DKIM signature or the SPF
 * record is that very domain's. A failed DMARC is refused whatever its policy says. Fails closed (A-MAILIN-01, 02, 03).
 */
export async function proveSender(
  raw: Buffer,
  from: string,
  peer: MailPeer,
  options: { name: string; resolver: DNSResolver },
): Promise<ProofOutcome> {
  if (signaturesOf(raw) > MAX_SIGNATURES) return { kind: 'final', detail: 'too many signatures' };
  const result = await authenticate(raw, {
    // Without a known client SPF can't be asked: the front server's own address would pass for its owner's domain.
    ...(peer.addressKnown && { ip: peer.address }),
    helo: peer.helo,
    sender: peer.sender,
    mta: options.name,
    trustReceived: false,
    resolver: options.resolver,
    rejectRsaSha1: true,
    disableArc: true,
    disableBimi: true,
  });
  // What was proved must be what we read: two parsers may differ about a hostile header.
  const { headerFrom } = result.dkim;
  if (headerFrom.length !== 1 || headerFrom[0]?.toLowerCase() !== from)
    return { kind: 'final', detail: 'the sender is ambiguous' };
  return judge(result, from.slice(from.lastIndexOf('@') + 1), peer.addressKnown);
}

function signaturesOf(raw: Buffer): number {
  const head = raw.subarray(0, raw.indexOf('\r\n\r\n')).toString('latin1');
  return head.match(/^dkim-signature[ \t]*:/gimu)?.length ?? 0;
}

function judge(result: AuthenticateResult, domain: string, addressKnown: boolean): ProofOutcome {
  const spf = result.spf ? result.spf.status.result : 'none';
  const dmarc = result.dmarc ? result.dmarc.status.result : 'error';
  const signed = result.dkim.results.filter(({ status }) => status.result === 'pass' && status.aligned);
  // A signature over only the beginning of a mail (l=) lets anybody write below it.
  const whole = signed.some(({ status }) => !status.underSized);
  const bySpf = addressKnown && spf === 'pass' && result.spf !== false && result.spf.domain === domain;
  if (dmarc === 'pass') {
    const bySender = result.dmarc !== false && Boolean(result.dmarc.alignment?.spf?.result);
    if (whole || bySender) return { kind: 'ok', by: 'dmarc' };
  }
  if (dmarc === 'none' && whole) return { kind: 'ok', by: 'dkim' };
  if (dmarc === 'none' && bySpf) return { kind: 'ok', by: 'spf' };
  const unsure =
    dmarc === 'temperror' ||
    (addressKnown && spf === 'temperror') ||
    result.dkim.results.some(({ status }) => status.result === 'temperror');
  if (unsure) return { kind: 'retry' };
  const dkim = result.dkim.results.map(({ status }) => status.result).join(',') || 'none';
  return { kind: 'final', detail: `DMARC ${dmarc}, DKIM ${dkim}, SPF ${spf}` };
}
