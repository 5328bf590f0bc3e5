import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { planCopies } from '#server/features/faxes/copies/storage.service.ts';
import type { ArrivalsDeps } from './arrival-deps.ts';

/** Dependencies of `announce`. */
export type AnnounceDeps = Pick<ArrivalsDeps, 'notices' | 'rules'>;

/**
 * Announces a fax in the inbox: plans copies, queues mails and queues the account's rules, all in the caller's
 * transaction. Called once for each fax, after its pages were queued for reading.
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
