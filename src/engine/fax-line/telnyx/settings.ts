import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';

import { readCarrierSettings } from '../carrier/carrier-settings.ts';

/** An account at Telnyx and how this line uses it (docs/lines.md). */
export interface TelnyxSettings {
  /** API address without a trailing slash, such as https://api.telnyx.com/v2. */
  apiBase: string;
  /** The fax application that places the calls. */
  connection: string;
  apiKey: string;
  /** Verifies that webhooks come from the carrier. */
  webhookKey: KeyObject;
}

const API_BASE = 'https://api.telnyx.com/v2';

/** The portal shows the account's public key as base64 of its 32 bytes. */
const KEY_BYTES = 32;
/** DER prefix of an Ed25519 public key (RFC 8410 4); the 32 bytes follow it. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const config = z.object({
  apiBase: z.string().max(500).default(API_BASE),
  connection: z.string().regex(/^[\w-]{1,64}$/),
  apiKey: z.string().min(1).max(500),
  webhookKey: z.string().max(200),
});

/** Sentences for a missing field. */
const NEEDS: Readonly<Record<string, string>> = {
  connection: 'A Telnyx line needs the id of its fax application (connection).',
  apiKey: 'A Telnyx line needs its API key.',
  webhookKey: 'A Telnyx line needs the public key of its webhooks, which the carrier shows.',
};

/** Reads the configuration of a line; a string is a sentence that says what is wrong, without repeating secrets. */
export function readTelnyxSettings(given: unknown): TelnyxSettings | string {
  const settings = readCarrierSettings('Telnyx', config, NEEDS, given);
  if (typeof settings === 'string') return settings;
  const { apiKey, webhookKey } = settings;
  // A line break in the key would start a new header.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) return 'The API key has signs that no key has.';
  const key = publicKeyOf(webhookKey);
  if (!key) return 'The public key of a Telnyx line’s webhooks is 32 bytes in base64.';
  return { ...settings, webhookKey: key };
}

function publicKeyOf(base64: string): KeyObject | null {
  const raw = Buffer.from(base64.trim(), 'base64');
  if (raw.length !== KEY_BYTES) return null;
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' });
}
