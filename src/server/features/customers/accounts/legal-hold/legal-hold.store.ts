import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** One hold: of everything of an account, or of one fax. */
export interface Hold {
  id: number;
  accountId: number;
  faxId: number | null;
  reason: string;
  placedAt: Date;
}

/** Every hold, the oldest first. */
export async function readHolds(db: Db): Promise<Hold[]> {
  return await db
    .selectFrom('legal_hold')
    .select(['id', 'account_id as accountId', 'fax_id as faxId', 'reason', 'placed_at as placedAt'])
    .orderBy('id')
    .execute();
}

/** Places a hold; undefined when there is one already, or no such account or fax. */
export async function insertHold(
  tx: Db,
  { accountId, faxId, reason }: Pick<Hold, 'accountId' | 'faxId' | 'reason'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into legal_hold (account_id, fax_id, reason)
    select a.id, ${faxId}, ${reason} from account a
    where a.id = ${accountId} and (${faxId}::bigint is null
      or exists (select from fax f where f.account_id = a.id and f.id = ${faxId}))
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Lifts a hold; gives back whose it was. */
export async function deleteHold(tx: Db, id: number): Promise<Hold | undefined> {
  return await tx
    .deleteFrom('legal_hold')
    .where('id', '=', id)
    .returning(['id', 'account_id as accountId', 'fax_id as faxId', 'reason', 'placed_at as placedAt'])
    .executeTakeFirst();
}
