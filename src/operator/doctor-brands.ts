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

/** Whether a customer who wants to cancel reaches somebody: the request itself is kept in any case. */
export async function checkCancellations({ brands }: Installation): Promise<Finding> {
  const silent = (await (await brands()).listBrands()).filter(
    ({ cancellationEmail }) => cancellationEmail === '',
  );
  const [first] = silent;
  if (!first) return { ok: true, message: 'Requests to cancel are emailed for every brand.' };
  const ids = silent.map(({ id }) => id).join(', ');
  return {
    ok: true,
    message: `Requests to cancel are emailed to nobody for ${silent.length === 1 ? 'brand' : 'brands'} ${ids}; they wait in “f2e cancellation list --open”.`,
    remedy: `f2e brand set ${first.id} cancellation_email=you@example.com`,
  };
}
