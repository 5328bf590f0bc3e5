import type { PasswordFault } from '#contract/kit/password-rules.ts';
import type { Db } from '#engine/database/port.ts';
import { hashPassword, verifyPassword } from '#engine/secrets/passwords.ts';
import { AppError } from '#server/kit/app-error.ts';

import { brandRules, faultIn } from './brand-rules.ts';
import type { BrandRules } from './brand-rules.ts';
import { findRules } from './password.store.ts';

/** When every place in the queue for hashing is taken (A-AUTH-13). */
const BUSY_SECONDS = 5;

/** Why a password is not taken, with what its sentence needs. */
export interface BrandFault {
  code: PasswordFault;
  min: number;
  max: number;
  /** The patterns in English, for operators: «a lower-case letter, an upper-case letter, a number and a symbol». */
  needs: string;
}

/** Why a password is not taken in a brand; null when it is. */
export async function faultInBrand(db: Db, brandId: number, password: string): Promise<BrandFault | null> {
  const rules = brandRules(await findRules(db, brandId));
  const code = faultIn(rules, password);
  return code && { code, min: rules.min, max: rules.max, needs: needsOf(rules) };
}

const OWN_WORDS = {
  lowerCase: 'a lower-case letter',
  upperCase: 'an upper-case letter',
  digit: 'a number',
  symbol: 'a symbol',
} as const;

function needsOf({ features }: BrandRules): string {
  const words = features
    .filter(({ required }) => required)
    .map(({ words: said }) => ('name' in said ? OWN_WORDS[said.name] : said.comment));
  return new Intl.ListFormat('en-GB').format(words);
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
