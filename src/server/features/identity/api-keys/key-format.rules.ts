import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { newToken } from '#engine/secrets/tokens.ts';

/** Live keys send real faxes; faxes of test keys go to a simulated line. */
export type KeyMode = 'live' | 'test';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 10;
/** 62⁶ is more than the 2³² values of a CRC-32. */
const CHECK_LENGTH = 6;

/** `f2e_live_<id>_<secret>_<check>`. The lengths are fixed because a secret may itself contain `_`. */
const KEY = /^(f2e_(live|test)_([0-9A-Za-z]{10})_([\w-]{43}))_([0-9A-Za-z]{6})$/u;

/** The parts of a key: the id finds its row, the secret proves it. */
export interface ParsedKey {
  mode: KeyMode;
  publicId: string;
  secret: string;
}

/** Returns a new random id for a key. It is not secret. */
export function newPublicId(): string {
  return Array.from({ length: ID_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
}

/** Returns a new key with this id, and its secret part (256 random bits). */
export function newKey(mode: KeyMode, publicId: string): { key: string; secret: string } {
  const secret = newToken();
  const text = `f2e_${mode}_${publicId}_${secret}`;
  return { key: `${text}_${checkOf(text)}`, secret };
}

/**
 * Splits a key into its parts; undefined for anything else. The checksum at the end rejects mistyped keys without a
 * database query, and lets source code scanners tell keys from look-alikes.
 */
export function parseKey(text: string): ParsedKey | undefined {
  const [, whole = '', mode, publicId = '', secret = '', check] = KEY.exec(text) ?? [];
  if (check === undefined || check !== checkOf(whole)) return undefined;
  return { mode: mode === 'test' ? 'test' : 'live', publicId, secret };
}

/** CRC-32 in base 62. */
function checkOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let at = 0; at < CHECK_LENGTH; at += 1) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
