import { faultOfName, nameIn } from '#contract/kit/password-rules.ts';
import type { PasswordFault } from '#contract/kit/password-rules.ts';
import type { Db } from '#engine/database/port.ts';
import { hashPassword, verifyPassword } from '#engine/secrets/passwords.ts';
import { AppError } from '#server/kit/app-error.ts';

import { brandRules, faultIn } from '#server/features/brands/brands/password-rules.service.ts';
import type { BrandRules } from '#server/features/brands/brands/password-rules.service.ts';
import { findAccountSubject, findRules, listRules } from './password.store.ts';

/** When every place in the queue for hashing is taken (A-AUTH-13). */
const BUSY_SECONDS = 5;

/** Why a password is not taken, with what its sentence needs. */
export interface BrandFault {
  code: PasswordFault;
  min: number;
  max: number;
  /** The patterns in English, for operators: «a lower-case letter, an upper-case letter, a number and a symbol». */
  needs: string;
  /** The name that is in it: of the brand, or the login's own. */
  name: string;
}

/** Whose password it is to be: the brand, and what its owner logs in with. */
export interface PasswordOwner {
  brandId: number;
  /** Fax numbers and user names. */
  names: readonly string[];
}

/** Why somebody may not have a password; null when they may. Every place that sets one asks here (A-AUTH-20). */
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

/** The same for an account that there is. */
export async function faultForAccount(db: Db, id: number, password: string): Promise<BrandFault | null> {
  const account = await findAccountSubject(db, { id });
  return account ? await faultInBrand(db, account, password) : null;
}

/** What a call answers to such a password; the sentence says what is in it. */
export function refusedPassword({ code, name }: BrandFault, field: string): AppError {
  const sentence = code.startsWith('PASSWORD_HAS_') ? { sentence: code, params: { name } } : {};
  return new AppError('PASSWORD_RULES', { fields: { [field]: code }, ...sentence });
}

/** Brands whose stored rules do not count as they are written, with why: the operator's check names them. */
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
