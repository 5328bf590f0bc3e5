import type { Db } from '#engine/database/port.ts';

/** A request as the operator sees it. */
export interface StoredRequest {
  id: number;
  accountId: number;
  number: string | null;
  email: string;
  phone: string;
  state: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  createdAt: Date;
  decidedAt: Date | null;
}

/** Returns requests, oldest first: one, only open ones, or all. */
export async function readRequests(db: Db, which: { id?: number; open?: boolean }): Promise<StoredRequest[]> {
  return await db
    .selectFrom('cancellation_request as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select(['c.id', 'c.account_id as accountId', 'a.fax_number as number', 'c.state'])
    .select(['c.contact_email as email', 'c.contact_phone as phone'])
    .select(['c.created_at as createdAt', 'c.decided_at as decidedAt'])
    .$if(which.id !== undefined, (query) => query.where('c.id', '=', which.id ?? 0))
    .$if(which.open === true, (query) => query.where('c.state', '=', 'pending'))
    .orderBy('c.id')
    .execute();
}

/** Decides on an open request and returns its account; null if it is not open. */
export async function decideRequest(
  tx: Db,
  id: number,
  decision: 'approved' | 'rejected',
): Promise<number | null> {
  const row = await tx
    .updateTable('cancellation_request')
    .set({ state: decision, decided_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('account_id')
    .executeTakeFirst();
  return row?.account_id ?? null;
}
