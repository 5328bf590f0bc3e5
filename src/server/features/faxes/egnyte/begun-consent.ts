import { createHmac, timingSafeEqual } from 'node:crypto';

import type { z } from 'zod';

import type { egnyteLogin } from '#contract/faxes/egnyte.ts';

/** The grant to Egnyte: its domain, its token, and the address that takes the settings. */
export type Grant = z.output<typeof egnyteLogin.body>;

/** How long a begun consent is valid: long enough to look up a password. */
export const CONSENT_SECONDS = 30 * 60;

/**
 * Returns the value of the cookie that proves that this browser began to allow exactly this grant. Another site can
 * lead a browser here, but can neither create nor read the cookie, and the cookie proves only the one domain that the
 * page named (A-EGNYTE-07). `now` is the database's time in milliseconds, because logins are compared with it.
 */
export function beginConsent(key: Buffer, grant: Grant, now: number): string {
  return `${now}.${proofOf(key, grant, now)}`;
}

/**
 * Returns the time since which the person must have logged in; null if this browser began nothing, something else, or
 * too long ago.
 */
export function begunSince(key: Buffer, grant: Grant, cookie: string, now: number): Date | null {
  const [, at = '', proof = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(cookie) ?? [];
  const begun = Number(at);
  if (proof === '' || begun > now || begun < now - CONSENT_SECONDS * 1_000) return null;
  const right = Buffer.from(proofOf(key, grant, begun));
  return timingSafeEqual(right, Buffer.from(proof)) ? new Date(begun) : null;
}

function proofOf(key: Buffer, grant: Grant, at: number): string {
  const { token, save_url: saveUrl, egnyteDomain, redirect_id: task } = grant;
  const said = JSON.stringify(['egnyte-consent', at, egnyteDomain, saveUrl, token, task]);
  return createHmac('sha256', key).update(said).digest('base64url');
}
