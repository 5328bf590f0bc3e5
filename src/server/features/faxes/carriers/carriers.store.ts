import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AnnouncedFax, CallReport } from '#engine/fax-line/port.ts';

/** Channel that tells workers that a carrier has reported on a call; the payload is our reference for the call. */
export const REPORTS_CHANNEL = 'f2e_line_report';

/** Stores a carrier's report on a call. A repeated report changes nothing. */
export async function insertReport(
  tx: Db,
  lineId: number,
  eventId: string,
  report: CallReport,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('line_report')
    .values({
      line_id: lineId,
      event_id: eventId,
      call_ref: report.callRef,
      fax_ref: report.faxRef,
      status: report.status,
      reason: report.reason,
      pages: report.pages,
      occurred_at: report.at,
    })
    .onConflict((conflict) => conflict.columns(['line_id', 'event_id']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows)
    await sql`select pg_notify(${REPORTS_CHANNEL}, ${report.callRef})`.execute(tx);
}

/** Returns everything a carrier reported on one call, in the order of the events. */
export async function readReports(db: Db, lineId: number, callRef: string): Promise<CallReport[]> {
  return await db
    .selectFrom('line_report')
    .select(['call_ref as callRef', 'fax_ref as faxRef', 'status', 'reason', 'pages', 'occurred_at as at'])
    .where('line_id', '=', lineId)
    .where('call_ref', '=', callRef)
    .orderBy('occurred_at')
    .orderBy('received_at')
    .execute();
}

/** Removes reports that were received long ago. Returns the number of rows. */
export async function deleteOldReports(db: Db, days: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from line_report where ctid in (
      select ctid from line_report where received_at < now() - make_interval(days => ${days}) limit ${limit}
    ) returning 1
  `.execute(db);
  return rows.length;
}

/** Stores the announcement of a received fax. Returns null if it was announced before. */
export async function insertArrival(tx: Db, lineId: number, fax: AnnouncedFax): Promise<number | null> {
  const row = await tx
    .insertInto('line_arrival')
    .values({
      line_id: lineId,
      fax_ref: fax.faxRef,
      media_url: fax.mediaUrl,
      caller: fax.caller,
      called: fax.called,
      fault: fax.fault,
      received_at: fax.at,
    })
    .onConflict((conflict) => conflict.columns(['line_id', 'fax_ref']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** An announced fax whose pages are still with the carrier. */
export interface OpenArrival extends AnnouncedFax {
  id: number;
  lineId: number;
  line: string;
  announcedAt: Date;
  state: 'waiting' | 'stuck';
  reason: string;
  /** Where the file that was fetched instead of pages is stored. */
  fileKey: string | null;
}

/** Returns an announced fax that is not fetched. */
export async function findOpenArrival(db: Db, id: number): Promise<OpenArrival | undefined> {
  return await openArrivals(db).where('a.id', '=', id).executeTakeFirst();
}

/** Returns some of the announced faxes that could not be fetched, oldest first. */
export async function readStuckArrivals(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<OpenArrival[]> {
  return await openArrivals(db)
    .where('a.state', '=', 'stuck')
    .orderBy('a.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Counts the announced faxes that could not be fetched. */
export async function countStuckArrivals(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('line_arrival')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('state', '=', 'stuck')
    .executeTakeFirstOrThrow();
  return n;
}

/** Gives up a fax that could not be fetched. Returns undefined if there is none, or if it was given up before. */
export async function markDiscarded(
  tx: Db,
  id: number,
): Promise<Pick<OpenArrival, 'line' | 'faxRef' | 'called' | 'reason' | 'fileKey'> | undefined> {
  return await tx
    .updateTable('line_arrival as a')
    .from('line as l')
    .set({ state: 'taken', media_url: '', discarded_at: sql<Date>`now()` })
    .whereRef('l.id', '=', 'a.line_id')
    .where('a.id', '=', id)
    .where('a.state', '=', 'stuck')
    .returning(['l.name as line', 'a.fax_ref as faxRef', 'a.called', 'a.reason', 'a.file_key as fileKey'])
    .executeTakeFirst();
}

function openArrivals(db: Db) {
  return db
    .selectFrom('line_arrival as a')
    .innerJoin('line as l', 'l.id', 'a.line_id')
    .select([
      'a.id',
      'a.line_id as lineId',
      'l.name as line',
      'a.fax_ref as faxRef',
      'a.media_url as mediaUrl',
    ])
    .select(['a.caller', 'a.called', 'a.fault', 'a.received_at as at', 'a.announced_at as announcedAt'])
    .select([sql<'waiting' | 'stuck'>`a.state`.as('state'), 'a.reason', 'a.file_key as fileKey'])
    .where('a.state', '<>', 'taken');
}

/** Marks the fax as safely stored, and removes its address at the carrier, which is of no more use. */
export async function markTaken(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('line_arrival')
    .set({ state: 'taken', media_url: '', reason: '' })
    .where('id', '=', id)
    .execute();
}

/** Records that the pages could not be fetched this time, or, with `stuck`, that a person has to look at the fax. */
export async function markFailed(
  tx: Db,
  id: number,
  failure: { state: 'waiting' | 'stuck'; reason: string; fileKey?: string | undefined },
): Promise<void> {
  const { state, reason, fileKey } = failure;
  await tx
    .updateTable('line_arrival')
    .set((eb) => ({ state, reason, ...(fileKey && { file_key: fileKey }), tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', '<>', 'taken')
    .execute();
}
