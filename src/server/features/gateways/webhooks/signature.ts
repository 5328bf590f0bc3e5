import { createHmac, randomBytes } from 'node:crypto';

import { seal, unseal } from '#engine/secrets/seal.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';

/** 256 bits; Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

const PREFIX = 'whsec_';

/** Letters and digits of an endpoint's id; it is not secret. */
const ID_LENGTH = 10;

/** Returns a new random id. */
export function newEndpointId(): string {
  return newPathKey().replaceAll(/[-_]/gu, '').slice(0, ID_LENGTH).padEnd(ID_LENGTH, '0');
}

/** Returns a new signing secret, in the format that receivers' libraries accept. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The column of an endpoint's secret: the old secret also signs during a rotation. */
export type SecretColumn = 'secret' | 'old_secret';

/** Seals a secret for its endpoint and column; `keys rotate` covers this place. */
export function sealSecret(key: Buffer, endpoint: string, secret: string, column: SecretColumn): string {
  return seal(key, secret, placeOf(endpoint, column));
}

/** Returns the secret; null if it was sealed for another endpoint or with another key. */
export function readSecret(
  key: Buffer,
  endpoint: string,
  sealed: string,
  column: SecretColumn,
): string | null {
  return unseal(key, sealed, placeOf(endpoint, column));
}

/** Returns the secret; throws if it was sealed for another endpoint or with another key. */
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
  /** Time of the attempt, in seconds since 1970. */
  timestamp: number;
  body: string;
}

/**
 * Returns the `webhook-signature` header: one signature per secret, so that receivers may have either (Standard
 * Webhooks).
 */
export function signatureOf({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
