import { oddRules } from '#server/features/identity/passwords/password.service.ts';

import type { Finding } from './finding.ts';
import type { Installation } from './installation.ts';

/** Checks whether every brand's password rules apply as they are stored (A-RULES-04). */
export async function checkPasswordRules({ database }: Installation): Promise<Finding> {
  const odd = await oddRules((await database()).db);
  if (odd.length === 0)
    return { ok: true, message: 'The password rules of every brand count as they are written.' };
  const list = odd.map(({ brandId, ignored }) => `brand ${brandId}: ${ignored.join(', ')}`).join('; ');
  return {
    ok: false,
    message: `Password rules do not count as they are written: ${list}.`,
    remedy: 'Correct them with f2e brand set: password_min, password_max, password_features.',
  };
}
