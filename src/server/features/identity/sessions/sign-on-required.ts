import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { Owner } from '#server/kit/owner.ts';

import { findOperatorProvider, findPlaceProvider, findRequiredProvider } from './login-person.store.ts';
import type { LoginSubject } from './session.store.ts';

/** Throws SIGN_ON_REQUIRED if an address or person must log in at a single sign-on provider (A-SSO-12). */
export async function refuseOtherWays(
  db: Db,
  by: { email: string; brandId: number } | { personId: number },
): Promise<void> {
  const provider = await findRequiredProvider(db, by);
  if (provider !== undefined) throw new AppError('SIGN_ON_REQUIRED', { params: { provider } });
}

/** Throws SIGN_ON_REQUIRED if operators must log in at a single sign-on provider. */
export async function refuseOperatorPasswords(db: Db): Promise<void> {
  const provider = await findOperatorProvider(db);
  if (provider !== undefined) throw new AppError('SIGN_ON_REQUIRED', { params: { provider } });
}

/**
 * Throws SIGN_ON_REQUIRED if the place's administrator requires its own provider (A-SSO-24), and NOT_FOUND if the
 * person logged in at another administrator's provider (A-SSO-21).
 */
async function refusePlace(db: Db, subject: LoginSubject): Promise<void> {
  if (subject.reachable !== false) return;
  const provider = await findPlaceProvider(db, subject);
  throw provider === undefined
    ? new AppError('NOT_FOUND')
    : new AppError('SIGN_ON_REQUIRED', { params: { provider } });
}

/** Refuses a verified login if this way to log in is not allowed. Throws what the functions above throw. */
export async function refuseWay(db: Db, subject: LoginSubject): Promise<void> {
  const { kind, personId, signOn } = subject;
  if (kind === 'operator' && !signOn) await refuseOperatorPasswords(db);
  if (personId === undefined) return;
  if (!signOn) await refuseOtherWays(db, { personId });
  await refusePlace(db, subject);
}

/** Returns the name of the provider at which an address has to log in to a place; undefined if any way is allowed. */
export async function requiredProvider(
  db: Db,
  { email, brandId, place: { kind, id } }: { email: string; brandId: number; place: Owner },
): Promise<string | undefined> {
  const place = { kind: kind === 'parent' ? 'multifax' : 'user', id } as const;
  return (await findRequiredProvider(db, { email, brandId })) ?? (await findPlaceProvider(db, place));
}
