import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/**
 * Links received faxes that were cut off to the complete fax that the same sender sent afterwards (F-recv-04; the rules
 * are in migration 0395). Either may be taken in first, because a server reports late a call during which it crashed.
 * `faxId` is the fax just inserted, a part or a whole fax. Called after `addUsage`, whose row serializes two arrivals
 * of one account: otherwise neither would see the other.
 */
export async function linkCutOff(tx: Db, account: AccountId, faxId: number): Promise<void> {
  await sql`
    update fax cut set whole_fax_id = whole_of(cut)
    from fax fresh
    where fresh.account_id = ${account} and fresh.id = ${faxId}
      and cut.account_id = ${account} and cut.action = 'R' and cut.status = 'FAILED' and cut.deleted_at is null
      and cut.whole_fax_id is null and (cut.id = fresh.id or fresh.status = 'OK')
      and cut.fax_at between fresh.fax_at - interval '24 hours' and fresh.fax_at
      and same_sender(cut, fresh) and whole_of(cut) is not null
  `.execute(tx);
}
