import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

import { hashToken } from '#engine/secrets/tokens.ts';

/** The settings that every authenticator app supports (RFC 6238): SHA-1, six digits, 30 seconds. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks may be off by one time step. A wider window would only help guessers. */
const WINDOW = 1;
/** RFC 4226 §4 recommends 160 bits. */
const SECRET_BYTES = 20;

/** Letters and digits that are not confused on paper: no 0 and o, no 1, i and l. */
const SYMBOLS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 16 of 31 symbols are 79 bits. That cannot be guessed, so a plain SHA-256 protects the codes at rest. */
const RECOVERY_LENGTH = 16;
const RECOVERY_CODES = 10;

/** Returns a new secret in base 32, for users who cannot scan the QR code and type it instead. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the content of the QR code: `otpauth://totp/Brand:name?…`. */
export function appUri(secret: string, issuer: string, label: string): string {
  // A colon would end the issuer name.
  return new TOTP({ ...FORM, secret, issuer: issuer.replaceAll(':', ' '), label }).toString();
}

/** Returns the time step that a typed code belongs to; null if the code is not currently valid. */
export function timeStepOf(secret: string, typed: string, now: number = Date.now()): number | null {
  const code = typed.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return null;
  const delta = TOTP.validate({
    ...FORM,
    secret: Secret.fromBase32(secret),
    token: code,
    window: WINDOW,
    timestamp: now,
  });
  return delta === null ? null : Math.floor(now / 1000 / FORM.period) + delta;
}

/** Returns ten new recovery codes: «k3mf-9abc-…». */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const symbols = Array.from({ length: RECOVERY_LENGTH }, () => SYMBOLS.charAt(randomInt(SYMBOLS.length)));
    return symbols.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
  });
}

/** Hashes a recovery code for storage. Users may type it with or without hyphens, in any case. */
export function hashRecoveryCode(typed: string): Buffer {
  return hashToken(typed.toLowerCase().replaceAll(/[\s-]/g, ''));
}
