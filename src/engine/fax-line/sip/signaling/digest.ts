import { createHash, randomBytes } from 'node:crypto';

import { headerOf } from './message.ts';
import type { SipHeader, SipResponse } from './message.ts';

/** Our login at a trunk. */
export interface Credentials {
  user: string;
  password: string;
}

/** The hash of each algorithm (RFC 8760), best first. */
const HASHES = [
  ['SHA-512-256', 'sha512-256'],
  ['SHA-256', 'sha256'],
  ['MD5', 'md5'],
] as const;

/**
 * Returns the header that answers a challenge (RFC 7616, RFC 8760); null if we cannot. A challenge is answered only
 * once: `before` is the nonce that was already answered.
 */
export function answerChallenge(
  response: SipResponse,
  request: { method: string; uri: string },
  { user, password }: Credentials,
  before: string,
): { header: SipHeader; nonce: string } | null {
  const proxy = response.status === 407;
  const challenges = response.headers.get(proxy ? 'proxy-authenticate' : 'www-authenticate') ?? [];
  const known = challenges.map((challenge) => parametersOf(challenge));
  for (const [algorithm, hash] of HASHES) {
    const challenge = known.find((one) => (one.get('algorithm') ?? 'MD5').toUpperCase() === algorithm);
    const nonce = challenge?.get('nonce');
    if (!challenge || nonce === undefined) continue;
    const stale = challenge.get('stale')?.toLowerCase() === 'true';
    if (nonce === before || (before !== '' && !stale)) return null;
    const realm = challenge.get('realm') ?? '';
    const digest = (text: string): string => createHash(hash).update(text).digest('hex');
    const secret = digest(`${user}:${realm}:${password}`);
    const wanted = digest(`${request.method}:${request.uri}`);
    const cnonce = randomBytes(8).toString('hex');
    const auth = (challenge.get('qop') ?? '').split(/\s*,\s*/).includes('auth');
    const proof = auth
      ? digest(`${secret}:${nonce}:00000001:${cnonce}:auth:${wanted}`)
      : digest(`${secret}:${nonce}:${wanted}`);
    const values = [
      `username="${user}"`,
      `realm="${realm}"`,
      `nonce="${nonce}"`,
      `uri="${request.uri}"`,
      `response="${proof}"`,
      `algorithm=${algorithm}`,
      ...(challenge.has('opaque') ? [`opaque="${challenge.get('opaque')}"`] : []),
      ...(auth ? ['qop=auth', 'nc=00000001', `cnonce="${cnonce}"`] : []),
    ];
    return {
      header: [proxy ? 'Proxy-Authorization' : 'Authorization', `Digest ${values.join(', ')}`],
      nonce,
    };
  }
  return null;
}

/** Whether a response demands credentials. */
export function isChallenge(response: SipResponse): boolean {
  return (
    (response.status === 401 && headerOf(response, 'www-authenticate') !== '') ||
    (response.status === 407 && headerOf(response, 'proxy-authenticate') !== '')
  );
}

function parametersOf(challenge: string): Map<string, string> {
  const parameters = new Map<string, string>();
  if (!/^digest\s/i.test(challenge)) return parameters;
  for (const [, name = '', quoted, plain = ''] of challenge.matchAll(
    /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^,\s"]+))/g,
  ))
    parameters.set(name.toLowerCase(), quoted ?? plain);
  return parameters;
}
