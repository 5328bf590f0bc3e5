import { createHmac, timingSafeEqual } from 'node:crypto';

import type { z } from 'zod';

import type { egnyteLogin } from '#contract/faxes/egnyte.ts';

/** What Egnyte is to be given, and by which address it takes it. */
export type Grant = z.output<typeof egnyteLogin.body>;

/** Enough to look for a password. */
export const CONSENT_SECONDS = 30 * 60;

/**
 * Proof that this browser began to allow exactly this grant, for its cookie. A page of somebody else can lead a browser
 * here, but can neither make nor read it, and what it proves is the one domain that the page named (A-EGNYTE-07). `now` is
 * the database's, in milliseconds: logins are compared with it.
 */
export function beginConsent(key: Buffer, grant: Grant, now: number): string {
  return `${now}.${proofOf(key, grant, now)}`;
}

/** From when on the person must have logged in; null when this browser began nothing, something else, or long ago. */
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
