import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { Owner } from '#server/kit/owner.ts';

import { findOperatorProvider, findPlaceProvider, findRequiredProvider } from './login-person.store.ts';
import type { LoginSubject } from './session.store.ts';

/** Throws SIGN_ON_REQUIRED when a provider of single sign-on is the only way in for an address or a person (A-SSO-12). */
export async function refuseOtherWays(
  db: Db,
  by: { email: string; brandId: number } | { personId: number },
): Promise<void> {
  const provider = await findRequiredProvider(db, by);
  if (provider !== undefined) throw new AppError('SIGN_ON_REQUIRED', { params: { provider } });
}

/** Throws SIGN_ON_REQUIRED when a provider of single sign-on is the only way in for operators. */
export async function refuseOperatorPasswords(db: Db): Promise<void> {
  const provider = await findOperatorProvider(db);
  if (provider !== undefined) throw new AppError('SIGN_ON_REQUIRED', { params: { provider } });
}

/**
 * Throws SIGN_ON_REQUIRED where a person can't be let in because the administrator of the place requires its own provider
 * (A-SSO-24), and NOT_FOUND where another administrator's provider has proved them (A-SSO-21).
 */
async function refusePlace(db: Db, subject: LoginSubject): Promise<void> {
  if (subject.reachable !== false) return;
  const provider = await findPlaceProvider(db, subject);
  throw provider === undefined
    ? new AppError('NOT_FOUND')
    : new AppError('SIGN_ON_REQUIRED', { params: { provider } });
}

/** Refuses a login whose way in is not allowed, whatever proved it. Throws as above. */
export async function refuseWay(db: Db, subject: LoginSubject): Promise<void> {
  const { kind, personId, signOn } = subject;
  if (kind === 'operator' && !signOn) await refuseOperatorPasswords(db);
  if (personId === undefined) return;
  if (!signOn) await refuseOtherWays(db, { personId });
  await refusePlace(db, subject);
}

/** The name of the provider at which people of an address have to log in to a place; undefined when any way will do. */
export async function requiredProvider(
  db: Db,
  { email, brandId, place: { kind, id } }: { email: string; brandId: number; place: Owner },
): Promise<string | undefined> {
  const place = { kind: kind === 'parent' ? 'multifax' : 'user', id } as const;
  return (await findRequiredProvider(db, { email, brandId })) ?? (await findPlaceProvider(db, place));
}
