import { Secret, TOTP } from 'otpauth';

/** Returns the code that an authenticator app shows for a secret, `seconds` from now. */
export function appCode(secret: string, seconds = 0): string {
  return TOTP.generate({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    timestamp: Date.now() + seconds * 1000,
  });
}
