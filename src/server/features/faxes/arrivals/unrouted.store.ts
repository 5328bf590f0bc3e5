import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A fax that reached no account. */
export interface UnroutedFax {
  id: number;
  at: Date;
  line: string;
  caller: string;
  called: string;
  stationId: string;
  /** NUMBER_UNKNOWN or ACCOUNT_INACTIVE. */
  reason: string;
  fileKey: string;
}

/** Reads the faxes that wait for the operator, oldest first; with `id`, only that one. */
export async function readUnrouted(db: Db, id?: number): Promise<UnroutedFax[]> {
  const query = db
    .selectFrom('inbound_call as c')
    .leftJoin('line as l', 'l.id', 'c.line_id')
    .select(['c.id', 'c.received_at as at', 'c.caller_number as caller', 'c.called_number as called'])
    .select(['c.station_id as stationId', 'c.result as reason'])
    .select([sql<string>`coalesce(l.name, '')`.as('line'), sql<string>`c.file_key`.as('fileKey')])
    .where('c.file_key', 'is not', null)
    .where('c.decided_at', 'is', null)
    .orderBy('c.id');
  return await (id === undefined ? query : query.where('c.id', '=', id)).execute();
}

/** Records that the operator has decided. Returns false if someone else already had. */
export async function markDecided(tx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('inbound_call')
    .set({ decided_at: new Date() })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
