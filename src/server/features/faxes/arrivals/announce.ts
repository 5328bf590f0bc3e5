import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { planCopies } from '#server/features/faxes/copies/storage.service.ts';
import type { ArrivalsDeps } from './arrival-deps.ts';

/** What telling of a fax needs. */
export type AnnounceDeps = Pick<ArrivalsDeps, 'notices' | 'rules'>;

/**
 * Tells of a fax that is in the inbox: copies are planned, mails are queued and rules will look at it, if and only if the
 * transaction is committed. Called once for each fax, after its pages were noted for reading.
 */
export async function announce(
  { notices, rules }: AnnounceDeps,
  tx: Db,
  fax: { accountId: number; faxId: number; byRule: boolean },
): Promise<void> {
  const { accountId, faxId, byRule } = fax;
  await planCopies(tx, provenAccount(accountId), faxId);
  await notices.arrived(tx, { accountId, faxId });
  await rules.arrived(tx, { accountId, faxId, byRule });
}
