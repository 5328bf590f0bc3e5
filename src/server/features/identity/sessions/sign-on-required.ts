import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';

import { findRequiredProvider } from './login-person.store.ts';

/** Throws SIGN_ON_REQUIRED when a provider of single sign-on is the only way in for an address or a person (A-SSO-12). */
export async function refuseOtherWays(
  db: Db,
  by: { email: string; brandId: number } | { personId: number },
): Promise<void> {
  const provider = await findRequiredProvider(db, by);
  if (provider !== undefined) throw new AppError('SIGN_ON_REQUIRED', { params: { provider } });
}
