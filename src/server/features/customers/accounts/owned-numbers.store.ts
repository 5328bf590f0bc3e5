import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { KeyCaller } from '#server/kit/key-caller.ts';
import { ofKey } from '#server/kit/managed-account.store.ts';

/** A fax number and the account that has it, or will have it. */
export interface OwnedNumber {
  accountId: number;
  digits: string;
  kind: 'local' | 'tollfree' | 'ported';
  status: 'active' | 'pending' | 'suspended' | 'porting';
}

/**
 * Lists the numbers of the accounts that a key covers, by account; `after` is the last account of the previous page.
 */
export async function listOwnedNumbers(
  db: Db,
  key: Pick<KeyCaller, 'owner'>,
  { account = null, after, limit }: { account?: number | null; after: number; limit: number },
): Promise<OwnedNumber[]> {
  const { rows } = await sql<OwnedNumber>`
    select a.id as "accountId", coalesce(a.fax_number, a.pending_number) as digits,
      coalesce(n.kind, case when a.fax_number is null then 'ported' else 'local' end) as kind,
      case when a.fax_number is null then 'porting' else a.state end as status
    from account a left join number n on n.digits = a.fax_number
    where ${ofKey(key)} and a.state <> 'closed' and coalesce(a.fax_number, a.pending_number) is not null
      and a.id > ${after} and (${account}::bigint is null or a.id = ${account})
    order by a.id limit ${limit}`.execute(db);
  return rows;
}
