import { sql } from 'kysely';

import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import { withoutStatementLimit } from '#engine/database/port.ts';
import type { Db } from '#engine/database/port.ts';

/** Whether any account exists: then the installation is not empty. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Key of the advisory lock: an arbitrary fixed number. */
const DEMONSTRATION_LOCK = 7_032_561;

/** Longer than the demonstration takes on the slowest machine; the usual limits of a connection are shorter. */
const LOCK_LIMIT_MS = 5 * 60_000;

/** Makes processes that start together take turns: the transaction holds the lock, the work uses other connections. */
export async function holdDemonstrationLock(tx: Db): Promise<void> {
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
    await sql`select set_config(${limit}, ${String(LOCK_LIMIT_MS)}, true)`.execute(tx);
  }
  await withoutStatementLimit(
    async () => await sql`select pg_advisory_xact_lock(${DEMONSTRATION_LOCK})`.execute(tx),
  );
}

/** Whether the demonstration data has ever been complete. */
export async function isDemonstrationMade(db: Db): Promise<boolean> {
  const row = await db.selectFrom('installation').select('demonstration_at').executeTakeFirstOrThrow();
  return row.demonstration_at !== null;
}

export async function markDemonstrationMade(db: Db): Promise<void> {
  await db
    .updateTable('installation')
    .set({ demonstration_at: new Date() })
    .where('demonstration_at', 'is', null)
    .execute();
}

/** Locks the account and returns whether it has no contacts and no faxes. */
export async function lockEmptyAccount(tx: Db, accountId: number): Promise<boolean> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst();
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from fax where account_id = ${accountId})
      and not exists (select from contact where account_id = ${accountId}) as empty`.execute(tx);
  return rows[0]?.empty === true;
}

/** Sets the name that the account's machine prints on the pages it sends. */
export async function setStationId(tx: Db, accountId: number, stationId: string): Promise<void> {
  await tx.updateTable('account').set({ station_id: stationId }).where('id', '=', accountId).execute();
}

export async function insertContact(
  tx: Db,
  accountId: number,
  contact: { number: string; company: string; person: string; email?: string },
): Promise<void> {
  await tx
    .insertInto('contact')
    .values({
      account_id: accountId,
      to_person: contact.person,
      company: contact.company,
      fax_number: contact.number,
      email: contact.email ?? '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A fax with its document, in the state after it was received or sent. */
export interface HistoricFax {
  accountId: number;
  action: 'R' | 'S';
  partyId: number;
  number: string;
  company: string;
  stationId: string;
  pathKey: string;
  storageKey: string;
  originals: OriginalFile[];
  pages: number;
  bytes: number;
  sha256: Buffer;
  at: Date;
  unread: boolean;
  archived: boolean;
  /** Why it could not be sent; null if it was sent. */
  failure: string | null;
}

/** Calls made for a fax that nobody answered (contract: at most five). */
const CALLS = 5;

/** Minutes between two of these calls. */
const CALL_GAP = 7;

/** Adds the fax; a sent one also gets the history of its job and calls. */
export async function insertHistoricFax(tx: Db, fax: HistoricFax): Promise<void> {
  const document = await tx
    .insertInto('document')
    .values({
      account_id: fax.accountId,
      storage_key: fax.storageKey,
      source: fax.action === 'R' ? 'line' : 'upload',
      originals: JSON.stringify(fax.originals),
      tiff_key: `${fax.storageKey}/fax.tiff`,
      pages: fax.pages,
      bytes: fax.bytes,
      sha256: fax.sha256,
      state: 'ready',
      created_at: fax.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await tx
    .insertInto('fax')
    .values({
      account_id: fax.accountId,
      document_id: document.id,
      path_key: fax.pathKey,
      action: fax.action,
      fax_at: fax.at,
      party_id: fax.partyId,
      other_number: fax.number,
      company: fax.company,
      station_id: fax.stationId,
      pages: fax.pages,
      bytes: fax.bytes,
      is_new: fax.unread,
      archived: fax.archived,
      status: fax.failure === null ? 'OK' : 'FAILED',
      reason: fax.failure,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (fax.action === 'S') await insertFinishedJob(tx, fax, id);
}

async function insertFinishedJob(tx: Db, fax: HistoricFax, faxId: number): Promise<void> {
  const calls = fax.failure === null ? 1 : CALLS;
  const { id } = await tx
    .insertInto('send_job')
    .values({
      account_id: fax.accountId,
      fax_id: faxId,
      to_number: fax.number,
      state: fax.failure === null ? 'DELIVERED' : 'FAILED',
      dials: calls,
      last_error: fax.failure,
      billed_pages: fax.failure === null ? fax.pages : 0,
      created_at: fax.at,
      next_at: fax.at,
      finished_at: minutesAfter(fax.at, (calls - 1) * CALL_GAP + 1),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const attempts = Array.from({ length: calls }, (_, index) => ({
    job_id: id,
    n: index + 1,
    started_at: minutesAfter(fax.at, index * CALL_GAP),
    ended_at: minutesAfter(fax.at, index * CALL_GAP + 1),
    result: fax.failure ?? 'OK',
    pages_sent: fax.failure === null ? fax.pages : 0,
  }));
  await tx.insertInto('send_attempt').values(attempts).execute();
}

function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}

/** Adds pages to the usage of the month, in the server zone, in which the fax was received or sent. */
export async function addPastUsage(
  tx: Db,
  accountId: number,
  zone: string,
  usage: { at: Date; sent: number; received: number },
): Promise<void> {
  await sql`
    insert into usage_month (account_id, month, sent_pages, rcvd_pages)
    values (${accountId}, date_trunc('month', ${usage.at}::timestamptz at time zone ${zone})::date,
      ${usage.sent}, ${usage.received})
    on conflict (account_id, month) do update set
      sent_pages = usage_month.sent_pages + excluded.sent_pages,
      rcvd_pages = usage_month.rcvd_pages + excluded.rcvd_pages`.execute(tx);
  await sql`
    insert into usage_day (account_id, day, sent_pages, rcvd_pages, shown_sent, shown_rcvd)
    values (${accountId}, (${usage.at}::timestamptz at time zone ${zone})::date,
      ${usage.sent}, ${usage.received}, ${usage.sent}, ${usage.received})
    on conflict (account_id, day) do update set
      sent_pages = usage_day.sent_pages + excluded.sent_pages,
      rcvd_pages = usage_day.rcvd_pages + excluded.rcvd_pages,
      shown_sent = usage_day.shown_sent + excluded.shown_sent,
      shown_rcvd = usage_day.shown_rcvd + excluded.shown_rcvd`.execute(tx);
}
