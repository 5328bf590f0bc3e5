import type { Database } from '#engine/database/port.ts';
import { closeAccount, setClosingDay } from '#server/features/customers/accounts/accounts.service.ts';
import type { Closing } from '#server/features/customers/accounts/accounts.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { decideRequest, readRequests } from './decide-cancellations.store.ts';
import type { StoredRequest } from './decide-cancellations.store.ts';

/** The result of a decision; `reason` is a sentence to show. */
export type Decision = { kind: 'ok'; request: StoredRequest } | { kind: 'refused'; reason: string };

/** Returns requests to end a service, oldest first. */
export async function listCancellations(database: Database, open: boolean): Promise<StoredRequest[]> {
  return await readRequests(database.db, { open });
}

/**
 * Decides on an open request, which clears the customer's flag (spec http-api 2.3). If approved with `close`, the
 * service ends immediately, as in closeAccount; with `monthEndIn`, at the end of the month in that zone.
 */
export async function decideCancellation(
  database: Database,
  id: number,
  decision: 'approved' | 'rejected',
  { close, monthEndIn }: { close: Closing | null; monthEndIn?: string },
): Promise<Decision> {
  const done = await database.transaction(async (tx) => {
    const accountId = await decideRequest(tx, id, decision);
    if (accountId === null) return false;
    // If it was already closed otherwise, there is nothing left to end.
    if (close) await closeAccount(tx, accountId, close);
    const closes = monthEndIn === undefined ? null : await setClosingDay(tx, accountId, monthEndIn);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId,
      action: `cancellation.${decision === 'approved' ? 'approve' : 'reject'}`,
      object: `cancellation/${id}`,
      detail: { closed: close !== null, ...(closes && { closes: closes.toISOString() }) },
    });
    return true;
  });
  const [request] = await readRequests(database.db, { id });
  if (!request) return { kind: 'refused', reason: `There is no cancellation ${id}.` };
  return done
    ? { kind: 'ok', request }
    : { kind: 'refused', reason: `The cancellation ${id} is ${request.state} already.` };
}
