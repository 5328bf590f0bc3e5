import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { isCallerBlocked } from '#server/features/mailbox/blocked-numbers/blocked-numbers.service.ts';
import type { Receiver } from './arrivals.store.ts';
import type { Arrival } from './arrived-pages.ts';

/** Why a fax is not taken: nobody has the number, or its account may not receive. */
export type ArrivalRefusal = 'NUMBER_UNKNOWN' | 'ACCOUNT_INACTIVE' | 'CALLER_BLOCKED';

/** The one place that decides whether an account takes a call; numbers that it blocks are decided here as well. */
export async function refusal(
  db: Db,
  receiver: Receiver | undefined,
  call: Arrival,
): Promise<ArrivalRefusal | null> {
  if (!receiver) return 'NUMBER_UNKNOWN';
  if (receiver.state !== 'active') return 'ACCOUNT_INACTIVE';
  return (await isCallerBlocked(db, provenAccount(receiver.id), call)) ? 'CALLER_BLOCKED' : null;
}

/** The account can see later why a fax never came. */
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
