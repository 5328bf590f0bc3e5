import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

import type { FakeNotice } from './fake-fax.ts';

/**
 * Returns the same notice, signed four times by algorithms other than Ed25519. Two of these signatures are as long as
 * the right one, and those by HMAC use the public key, which is no secret, as their key.
 */
export function otherSignatures({ headers, body }: FakeNotice, publicKey: string): FakeNotice[] {
  const signed = Buffer.from(`${headers['telnyx-timestamp']}|${body}`);
  const secret = Buffer.from(publicKey, 'base64');
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const signatures = [
    createHmac('sha512', secret).update(signed).digest(),
    createHmac('sha256', secret).update(signed).digest(),
    sign('sha256', signed, { key: p256, dsaEncoding: 'ieee-p1363' }),
    sign(null, signed, generateKeyPairSync('ed448').privateKey),
  ];
  return signatures.map((signature) => ({
    headers: { ...headers, 'telnyx-signature-ed25519': signature.toString('base64') },
    body,
  }));
}
