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

/** A part of a list. */
export interface ListWindow {
  limit: number;
  offset: number;
}

/** Reads some of the faxes that wait for the operator, oldest first. */
export async function readUnrouted(db: Db, { limit, offset }: ListWindow): Promise<UnroutedFax[]> {
  return await unrouted(db).orderBy('c.id').limit(limit).offset(offset).execute();
}

/** Reads one of them. */
export async function findUnrouted(db: Db, id: number): Promise<UnroutedFax | undefined> {
  return await unrouted(db).where('c.id', '=', id).executeTakeFirst();
}

/** Counts the faxes that wait for the operator. */
export async function countUnrouted(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('inbound_call')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('file_key', 'is not', null)
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

function unrouted(db: Db) {
  return db
    .selectFrom('inbound_call as c')
    .leftJoin('line as l', 'l.id', 'c.line_id')
    .select(['c.id', 'c.received_at as at', 'c.caller_number as caller', 'c.called_number as called'])
    .select(['c.station_id as stationId', 'c.result as reason'])
    .select([sql<string>`coalesce(l.name, '')`.as('line'), sql<string>`c.file_key`.as('fileKey')])
    .where('c.file_key', 'is not', null)
    .where('c.decided_at', 'is', null);
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

/**
 * Which of these folders are kept: the operator has not decided on the fax yet, it is what a carrier gave instead of
 * pages, or the clean-up removes it anyway.
 */
export async function keptUnrouted(
  db: Db,
  names: readonly string[],
  folder: string,
): Promise<ReadonlySet<string>> {
  const name = sql`split_part(substr(key, length(${folder}::text) + 1), '/', 1)`;
  const { rows } = await sql<{ name: string }>`
    select ${name} as name from (
      select file_key as key from inbound_call where file_key is not null and decided_at is null
      union all select file_key from line_arrival where file_key is not null and state <> 'taken'
      union all select storage_key from removed_document where starts_with(storage_key, ${folder})
    ) kept where ${name} = any(${[...names]}::text[])`.execute(db);
  return new Set(rows.map((row) => row.name));
}
