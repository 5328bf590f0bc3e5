import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { LoginOwner } from '#server/kit/owner.ts';

import { countOrRefuse } from './attempts.ts';
import { isPassword } from './new-password.ts';
import { findOperatorHash, findSubject } from './password.store.ts';

/** Keeps somebody at an unlocked screen from guessing the password there (A-AUTH-18; spec http-api 6.3). */
const WRONG_CURRENTS = { most: 5, seconds: 15 * 60 };

/**
 * Checks that the signed-in owner knows the password, before a change to the ways to log in. Throws
 * PASSWORD_WRONG_CURRENT at `field`, or TOO_MANY_ATTEMPTS after five wrong passwords in 15 minutes. All such changes
 * share the count.
 */
export async function provePassword(
  db: Db,
  who: { kind: LoginOwner['kind']; id: number },
  password: string,
  field: string,
): Promise<void> {
  const subject = await subjectOf(db, who);
  if (!subject) throw new AppError('AUTH_REQUIRED');
  const key = who.kind === 'account' ? `password:${who.id}` : `password:${who.kind}/${who.id}`;
  const forgive = await countOrRefuse(db, key, WRONG_CURRENTS);
  if (!(await isPassword(subject.passwordHash, password)))
    throw new AppError('PASSWORD_WRONG_CURRENT', { fields: { [field]: 'PASSWORD_WRONG_CURRENT' } });
  await forgive();
}

async function subjectOf(
  db: Db,
  { kind, id }: { kind: LoginOwner['kind']; id: number },
): Promise<{ passwordHash: string | null } | undefined> {
  return kind === 'operator' ? await findOperatorHash(db, id) : await findSubject(db, { kind, id });
}
