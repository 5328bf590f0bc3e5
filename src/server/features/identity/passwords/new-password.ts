import { faultOfName, nameIn } from '#contract/kit/password-rules.ts';
import type { PasswordFault } from '#contract/kit/password-rules.ts';
import type { Db } from '#engine/database/port.ts';
import { hashPassword, verifyPassword } from '#engine/secrets/passwords.ts';
import { AppError } from '#server/kit/app-error.ts';

import { brandRules, faultIn } from '#server/features/brands/brands/password-rules.service.ts';
import type { BrandRules } from '#server/features/brands/brands/password-rules.service.ts';
import { findAccountSubject, findRules, listRules } from './password.store.ts';

/** Retry delay when the queue for password hashing is full (A-AUTH-13). */
const BUSY_SECONDS = 5;

/** The reason why a password is rejected, with the values for its message. */
export interface BrandFault {
  code: PasswordFault;
  min: number;
  max: number;
  /** The patterns in English, for operators: «a lower-case letter, an upper-case letter, a number and a symbol». */
  needs: string;
  /** The name that the password contains: the brand's, or one of the login's own. */
  name: string;
}

/** The owner of a new password: the brand, and the names that the owner logs in with. */
export interface PasswordOwner {
  brandId: number;
  /** Fax numbers and user names. */
  names: readonly string[];
}

/** Returns why a password is not allowed; null if it is. Every place that sets one calls this (A-AUTH-20). */
export async function faultInBrand(
  db: Db,
  { brandId, names }: PasswordOwner,
  password: string,
): Promise<BrandFault | null> {
  const rules = brandRules(await findRules(db, brandId));
  const name = nameIn(password, [...names, ...rules.names]);
  const code = faultIn(rules, password) ?? (name === null ? null : faultOfName(name));
  return code && { code, min: rules.min, max: rules.max, needs: needsOf(rules), name: name ?? '' };
}

/** Like faultInBrand, for an existing account; null if the account is closed or does not exist. */
export async function faultForAccount(db: Db, id: number, password: string): Promise<BrandFault | null> {
  const account = await findAccountSubject(db, { id });
  return account ? await faultInBrand(db, account, password) : null;
}

/** Returns the error for a rejected password. Its sentence names what the password contains. */
export function refusedPassword({ code, name }: BrandFault, field: string): AppError {
  const sentence = code.startsWith('PASSWORD_HAS_') ? { sentence: code, params: { name } } : {};
  return new AppError('PASSWORD_RULES', { fields: { [field]: code }, ...sentence });
}

/** Returns the brands whose stored rules are partly ignored, with the reasons, for the operator's check. */
export async function oddRules(db: Db): Promise<{ brandId: number; ignored: string[] }[]> {
  return (await listRules(db)).map(brandRules).filter(({ ignored }) => ignored.length > 0);
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

/** Returns whether a password matches the stored hash. Throws UNAVAILABLE if too many are being checked. */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  const outcome = await verifyPassword(hash, password);
  if (outcome.kind === 'busy') throw new AppError('UNAVAILABLE', { retryAfterSeconds: BUSY_SECONDS });
  return outcome.kind === 'right';
}

/** Returns the hash to store. Throws UNAVAILABLE if too many are being computed. */
export async function hashOf(password: string): Promise<string> {
  const outcome = await hashPassword(password);
  if (outcome.kind === 'busy') throw new AppError('UNAVAILABLE', { retryAfterSeconds: BUSY_SECONDS });
  return outcome.hash;
}
