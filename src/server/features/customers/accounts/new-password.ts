import type { Db } from '#engine/database/port.ts';
import { hashPassword } from '#engine/secrets/passwords.ts';
import { faultInBrand } from '#server/features/identity/passwords/password.service.ts';
import type { PasswordOwner } from '#server/features/identity/passwords/password.service.ts';

/** A hash to store, or a sentence that says why the password is refused. */
export type NewPassword = { kind: 'ok'; hash: string } | { kind: 'refused'; reason: string };

/** Checks a password that an operator sets against the brand's rules (spec http-api 1.4), and hashes it. */
export async function hashNewPassword(db: Db, owner: PasswordOwner, password: string): Promise<NewPassword> {
  const fault = await faultInBrand(db, owner, password);
  if (fault?.code === 'PASSWORD_LENGTH') {
    return { kind: 'refused', reason: `A password has ${fault.min} to ${fault.max} characters.` };
  }
  if (fault?.code === 'PASSWORD_RULES') return { kind: 'refused', reason: `A password has ${fault.needs}.` };
  if (fault) {
    return {
      kind: 'refused',
      reason: `The password contains ${fault.name}: choose one that is harder to guess.`,
    };
  }
  const hashed = await hashPassword(password);
  return hashed.kind === 'ok'
    ? hashed
    : { kind: 'refused', reason: 'Too many passwords at once: try again.' };
}
