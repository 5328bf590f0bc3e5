import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * A device that creates passkeys and signs with them, with responses as a browser passes them on (W3C Web
 * Authentication §6).
 */
export interface Device {
  id: string;
  make(challenge: string, site: DeviceSite): object;
  signIn(challenge: string, site: DeviceSite & { counter?: number; verified?: boolean }): object;
}

/** The site as the browser sees it. */
export interface DeviceSite {
  host: string;
  origin: string;
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** Creates a device with one new key pair (ES256). */
export function makeDevice(): Device {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  const envelope = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  return {
    id,
    make: (challenge, site) => {
      const authData = Buffer.concat([
        headOf(site.host, 0x45, 0),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey(publicKey),
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ]);
      return {
        ...envelope,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, site.origin),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },
    signIn: (challenge, { host, origin, counter = 0, verified = true }) => {
      const authenticatorData = headOf(host, verified ? 0x05 : 0x01, counter);
      const clientDataJSON = clientData('webauthn.get', challenge, origin);
      const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      return {
        ...envelope,
        response: {
          clientDataJSON,
          authenticatorData: base64url(authenticatorData),
          signature: base64url(sign('sha256', signed, privateKey)),
        },
      };
    },
  };
}

function clientData(type: string, challenge: string, origin: string): string {
  return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
}

/** Returns the hash of the host, the flags (present 1, verified 4, with key 64), and the use counter. */
function headOf(host: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(host), Buffer.from([flags]), count]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]);
  return Buffer.concat([head, bytes]);
}

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(xBytes),
    Buffer.from([0x22]),
    cborBytes(yBytes),
  ]);
}
