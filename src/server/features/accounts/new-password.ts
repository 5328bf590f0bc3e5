import { PASSWORD_FEATURES, passwordFault } from '#contract/kit/password-rules.ts';
import type { Db } from '#engine/database/port.ts';
import { hashPassword } from '#engine/secrets/passwords.ts';

import { findPasswordBounds } from './accounts.store.ts';

/** A hash to store, or the sentence that says why the password is not taken. */
export type NewPassword = { kind: 'ok'; hash: string } | { kind: 'refused'; reason: string };

/** Checks a password that an operator sets by the rules of the brand (contract 1.4), and hashes it. */
export async function hashNewPassword(db: Db, brandId: number, password: string): Promise<NewPassword> {
  const { min, max } = await findPasswordBounds(db, brandId);
  const fault = passwordFault(password, { min, max, features: PASSWORD_FEATURES });
  if (fault === 'PASSWORD_LENGTH') {
    return { kind: 'refused', reason: `A password has ${min} to ${max} characters.` };
  }
  if (fault === 'PASSWORD_RULES') {
    return {
      kind: 'refused',
      reason: 'A password has a lower-case letter, an upper-case letter, a number and a symbol.',
    };
  }
  const hashed = await hashPassword(password);
  return hashed.kind === 'ok'
    ? hashed
    : { kind: 'refused', reason: 'Too many passwords at once: try again.' };
}
