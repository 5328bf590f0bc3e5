import { createHmac, randomBytes } from 'node:crypto';

import { seal, unseal } from '#engine/secrets/seal.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';

/** 256 bits; Standard Webhooks wants 24 to 64 bytes. */
const SECRET_BYTES = 32;

const PREFIX = 'whsec_';

/** Letters and digits of an endpoint's id; it is no secret. */
const ID_LENGTH = 10;

/** A new random id. */
export function newEndpointId(): string {
  return newPathKey().replaceAll(/[-_]/gu, '').slice(0, ID_LENGTH).padEnd(ID_LENGTH, '0');
}

/** A new signing secret, in the form that receivers' libraries take. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Which of the two secrets of an endpoint: the one before signs too while a rotation lasts. */
export type SecretColumn = 'secret' | 'old_secret';

/** Seals a secret for its endpoint and column; `keys rotate` knows the place. */
export function sealSecret(key: Buffer, endpoint: string, secret: string, column: SecretColumn): string {
  return seal(key, secret, placeOf(endpoint, column));
}

/** The secret; null when it was sealed for another endpoint or with another key. */
export function readSecret(
  key: Buffer,
  endpoint: string,
  sealed: string,
  column: SecretColumn,
): string | null {
  return unseal(key, sealed, placeOf(endpoint, column));
}

/** The secret; throws when it was sealed for another endpoint or with another key. */
export function openSecret(key: Buffer, endpoint: string, sealed: string, column: SecretColumn): string {
  const secret = readSecret(key, endpoint, sealed, column);
  if (secret === null) throw new Error(`the ${column} of webhook ${endpoint} cannot be opened`);
  return secret;
}

function placeOf(endpoint: string, column: SecretColumn): string {
  return `webhook_endpoint/${endpoint}/${column}`;
}

/** What a signature covers. */
export interface SignedMessage {
  id: string;
  /** Seconds since 1970, of the try. */
  timestamp: number;
  body: string;
}

/** The header `webhook-signature`: one for each secret, so that receivers may hold either (Standard Webhooks). */
export function signatureOf({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
