import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** DER tags of X.690 that a certificate needs. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
} as const;

/** Object identifiers, already in DER: ecdsa-with-SHA256, commonName, subjectAltName, basicConstraints. */
const OID = {
  ecdsaSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
} as const;

/** Nobody checks this certificate against an authority, so its expiry would only cause a surprise. */
const YEARS = 20;

/** Key and certificate in PEM. */
export interface TlsPair {
  key: string;
  cert: string;
}

/**
 * Creates a certificate for a name, signed with its own key (P-256, RFC 5280): enough to encrypt a connection against
 * eavesdropping. Own code, because the library for it (@peculiar/x509) brings eleven packages and a polyfill that
 * changes globals.
 */
export function makeSelfSigned(name: string, now = new Date()): TlsPair {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(TAG.sequence, oid(OID.ecdsaSha256));
  const body = der(
    TAG.sequence,
    der(TAG.version, der(TAG.integer, Buffer.from([2]))),
    // The first bit stays zero: serial numbers are positive.
    der(TAG.integer, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    nameOf(name),
    der(TAG.sequence, time(now, 0), time(now, YEARS)),
    nameOf(name),
    publicKeyOf(privateKey),
    der(TAG.extensions, der(TAG.sequence, ...extensions(name))),
  );
  const signature = der(TAG.bits, Buffer.from([0]), sign('sha256', body, privateKey));
  const certificate = der(TAG.sequence, body, algorithm, signature).toString('base64');
  const lines = certificate.match(/.{1,64}/gu) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function publicKeyOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

function nameOf(name: string): Buffer {
  // A common name has at most 64 characters; the whole name is in subjectAltName.
  const value = der(TAG.text, Buffer.from(name.slice(0, 64)));
  return der(TAG.sequence, der(TAG.set, der(TAG.sequence, oid(OID.commonName), value)));
}

function extensions(name: string): Buffer[] {
  const altNames = der(TAG.sequence, der(TAG.dnsName, Buffer.from(name)));
  const critical = der(TAG.boolean, Buffer.from([0xff]));
  return [
    der(TAG.sequence, oid(OID.subjectAltName), der(TAG.octets, altNames)),
    der(TAG.sequence, oid(OID.basicConstraints), critical, der(TAG.octets, der(TAG.sequence))),
  ];
}

function time(now: Date, years: number): Buffer {
  const at = new Date(now);
  at.setUTCFullYear(at.getUTCFullYear() + years);
  const written = `${at.toISOString().replaceAll(/[-:T]/gu, '').slice(0, 14)}Z`;
  return der(TAG.time, Buffer.from(written));
}

function oid(hex: string): Buffer {
  return der(TAG.oid, Buffer.from(hex, 'hex'));
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
