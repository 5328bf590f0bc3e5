import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

import { hashToken } from '#engine/secrets/tokens.ts';

/** What every authenticator app takes (RFC 6238): SHA-1, six digits, half a minute. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A clock may be wrong by one time step; more only helps those who guess. */
const WINDOW = 1;
/** RFC 4226 §4 recommends 160 bits. */
const SECRET_BYTES = 20;

/** Letters and digits that nobody confuses on paper: no 0 and o, no 1, i and l. */
const SYMBOLS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 16 symbols of 31 are 79 bits: cannot be guessed, so a plain SHA-256 protects them at rest. */
const RECOVERY_LENGTH = 16;
const RECOVERY_CODES = 10;

/** A fresh secret in base 32, as people type it where they can't scan. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code says: `otpauth://totp/Brand:name?…`. */
export function appUri(secret: string, issuer: string, label: string): string {
  // A colon would end the issuer's name.
  return new TOTP({ ...FORM, secret, issuer: issuer.replaceAll(':', ' '), label }).toString();
}

/** The time step that a typed code belongs to, or null when it is none of the moment's. */
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

/** Ten fresh recovery codes: «k3mf-9abc-…». */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const symbols = Array.from({ length: RECOVERY_LENGTH }, () => SYMBOLS.charAt(randomInt(SYMBOLS.length)));
    return symbols.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
  });
}

/** What is stored of a recovery code; people type it with or without hyphens, in any case. */
export function hashRecoveryCode(typed: string): Buffer {
  return hashToken(typed.toLowerCase().replaceAll(/[\s-]/g, ''));
}
