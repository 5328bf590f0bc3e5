import type { Db } from '#engine/database/port.ts';
import { hashPassword, verifyPassword } from '#engine/secrets/passwords.ts';
import { AppError } from '#server/kit/app-error.ts';

import { brandRules, faultIn } from './brand-rules.ts';
import { findRules } from './password.store.ts';

/** When every place in the queue for hashing is taken (A-AUTH-13). */
const BUSY_SECONDS = 5;

/** Why a password is not taken in a brand, with the bounds for the sentence; null when it is. */
export async function faultInBrand(
  db: Db,
  brandId: number,
  password: string,
): Promise<{ code: 'PASSWORD_LENGTH' | 'PASSWORD_RULES'; min: number; max: number } | null> {
  const rules = brandRules(await findRules(db, brandId));
  const code = faultIn(rules, password);
  return code && { code, min: rules.min, max: rules.max };
}

/** Whether a password is the stored one. Throws UNAVAILABLE when too many are being checked. */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  const outcome = await verifyPassword(hash, password);
  if (outcome.kind === 'busy') throw new AppError('UNAVAILABLE', { retryAfterSeconds: BUSY_SECONDS });
  return outcome.kind === 'right';
}

/** The hash to store. Throws UNAVAILABLE when too many are being made. */
export async function hashOf(password: string): Promise<string> {
  const outcome = await hashPassword(password);
  if (outcome.kind === 'busy') throw new AppError('UNAVAILABLE', { retryAfterSeconds: BUSY_SECONDS });
  return outcome.hash;
}
