import { Resolver } from 'node:dns/promises';
import type { AuthenticateResult, DKIMResult, DNSResolver } from 'mailauth';

import { DNS_MS, MAX_HEADER_LINES, MAX_PROVING_BYTES, MAX_SIGNATURES, PROOF_MS } from './limits.ts';
import type { MailPeer, ProofOutcome } from './port.ts';
import { describeSignature, judgeSignature } from './signatures.ts';

/** Creates a resolver whose queries are aborted by the signal. */
export type OpenResolver = (signal: AbortSignal) => DNSResolver;

/**
 * Returns a function that opens a resolver for these servers (`host:port`, joined by commas), or for the machine's own
 * with `system`.
 */
export function resolverOf(servers: string): OpenResolver {
  return (signal) => {
    const resolver = new Resolver({ timeout: DNS_MS, tries: 2 });
    if (servers !== 'system') resolver.setServers(servers.split(',').map((server) => server.trim()));
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    return async (name, type) => {
      signal.throwIfAborted();
      return (await resolver.resolve(name, type)) as string[][];
    };
  };
}

/**
 * Proves the domain of a From address: either DMARC passes, or the domain has no DMARC record and a DKIM signature or
 * the SPF record is of exactly that domain. A failed DMARC is rejected whatever its policy says. Fails closed
 * (A-MAILIN-01, 02, 03).
 */
export async function proveSender(
  raw: Buffer,
  from: string,
  peer: MailPeer,
  { name, open, signal }: { name: string; open: OpenResolver; signal: AbortSignal },
): Promise<ProofOutcome> {
  const fault = faultOfHeaders(raw.subarray(0, raw.indexOf('\r\n\r\n')).toString('latin1'));
  if (fault !== undefined) return no(fault);
  // Imported with the first email: the library is large, and not every process receives email.
  const { authenticate } = await import('mailauth');
  // One proof queries up to dozens of names, and each query may hang.
  const ended = AbortSignal.any([signal, AbortSignal.timeout(PROOF_MS)]);
  const result = await authenticate(raw, {
    // Without a known client, SPF cannot be checked: the front server's address would pass for its owner's domain.
    ...(peer.addressKnown && { ip: peer.address }),
    helo: peer.helo,
    sender: peer.sender,
    mta: name,
    trustReceived: false,
    resolver: open(ended),
    rejectRsaSha1: true,
    disableArc: true,
    disableBimi: true,
  }).catch((error: unknown) => {
    // The signature has an unknown canonicalization; a retry would fail the same way.
    if (error instanceof Error && 'canonicalization' in error) return null;
    throw error;
  });
  // An incomplete lookup decides nothing: the sender's server retries.
  if (ended.aborted) return { kind: 'retry' };
  if (result === null) return no('a signature is malformed');
  // The proved sender must be the one that we parsed: two parsers may disagree about a hostile header.
  const { headerFrom } = result.dkim;
  if (headerFrom.length !== 1 || headerFrom[0]?.toLowerCase() !== from) return no('the sender is ambiguous');
  return judge(result, from.slice(from.lastIndexOf('@') + 1), peer.addressKnown);
}

/** Headers that the proof parses. */
const PROVING = /^(?:from|received|dkim-signature)[ \t\r\n]*:/iu;

/** Returns why mailauth, which runs on the main thread, would take too long for these headers, if it would. */
function faultOfHeaders(head: string): string | undefined {
  if (count(head, /^dkim-signature[ \t]*:/gimu) > MAX_SIGNATURES) return 'too many signatures';
  if (count(head, /\n/gu) > MAX_HEADER_LINES) return 'too many header lines';
  // As in mailauth: a line that does not start a field belongs to the field above, folded or not.
  const fields = head.split(/\r\n(?=[\x21-\x39\x3b-\x7e]+[ \t\r\n]*:)/u);
  const long = fields.filter((field) => field.length > MAX_PROVING_BYTES);
  return long.some((field) => PROVING.test(field)) ? 'a header of the proof is too long' : undefined;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function judge(result: AuthenticateResult, domain: string, addressKnown: boolean): ProofOutcome {
  const spf = result.spf ? result.spf.status.result : 'none';
  const dmarc = result.dmarc ? result.dmarc.status.result : 'error';
  const states = result.dkim.results.map((one) => judgeSignature(one));
  const good = result.dkim.results.filter((_, at) => states[at] === 'good');
  // Without DMARC, nothing says that a sibling domain of the same registered domain may sign for this one.
  const trusted = dmarc === 'pass' ? good : good.filter((one) => isOf(one, domain));
  const signatures = trusted.map((one) => describeSignature(one));
  const signed = signatures.length > 0;
  const unanswered = addressKnown && spf === 'temperror' ? 'unknown' : false;
  const bySpf = addressKnown && spf === 'pass' && result.spf !== false && result.spf.domain === domain;
  if (dmarc === 'pass') {
    const aligned = result.dmarc !== false && Boolean(result.dmarc.alignment?.spf?.result);
    if (signed || aligned) return { kind: 'ok', by: 'dmarc', byServer: aligned || unanswered, signatures };
  }
  if (dmarc === 'none' && (signed || bySpf))
    return { kind: 'ok', by: signed ? 'dkim' : 'spf', byServer: bySpf || unanswered, signatures };
  const unsure =
    dmarc === 'temperror' ||
    unanswered !== false ||
    result.dkim.results.some(({ status }) => status.result === 'temperror');
  if (unsure) return { kind: 'retry' };
  const dkim = result.dkim.results.map(({ status }) => status.result).join(',') || 'none';
  return { ...no(`DMARC ${dmarc}, DKIM ${dkim}, SPF ${spf}`), stale: states.includes('stale') };
}

function isOf({ signingDomain }: DKIMResult, domain: string): boolean {
  return signingDomain?.toLowerCase() === domain;
}

function no(detail: string): ProofOutcome & { kind: 'final' } {
  return { kind: 'final', detail, stale: false };
}
