import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { isCallerBlocked } from '#server/features/mailbox/blocked-numbers/blocked-numbers.service.ts';
import type { Receiver } from './arrivals.store.ts';
import type { Arrival } from './arrived-pages.ts';

/** Why a fax is refused: nobody has the number, its account may not receive, or the account blocks the caller. */
export type ArrivalRefusal = 'NUMBER_UNKNOWN' | 'ACCOUNT_INACTIVE' | 'CALLER_BLOCKED';

/**
 * Returns why a call is refused, or null if the account accepts it. Numbers that the account blocks are checked as
 * well.
 */
export async function refusal(
  db: Db,
  receiver: Receiver | undefined,
  call: Arrival,
): Promise<ArrivalRefusal | null> {
  if (!receiver) return 'NUMBER_UNKNOWN';
  if (receiver.state !== 'active') return 'ACCOUNT_INACTIVE';
  return (await isCallerBlocked(db, provenAccount(receiver.id), call)) ? 'CALLER_BLOCKED' : null;
}

/** Writes an audit row, so that the account can see later why a fax never came. */
export async function auditBlocked(
  tx: Db,
  { arrival, receiver }: { arrival: Arrival; receiver: Receiver | undefined },
): Promise<void> {
  await writeAudit(tx, {
    actor: { kind: 'system' },
    ...(receiver && { accountId: receiver.id }),
    action: 'fax.blocked',
    detail: { caller: arrival.caller, stationId: arrival.stationId, source: arrival.source },
  });
}
