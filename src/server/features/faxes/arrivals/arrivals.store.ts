import { sql } from 'kysely';

import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { Db } from '#engine/database/port.ts';

/** The account of a called number, with the settings that its copy of a fax depends on. */
export interface Receiver {
  id: number;
  number: string;
  state: 'pending' | 'active' | 'suspended' | 'closed';
  /** IANA name. */
  zone: string;
  brandId: number;
  /** Whether its received faxes are split at separator pages. */
  splits: boolean;
}

/** The other side of a fax, as the account's lists show it. */
export interface Party {
  number: string;
  company: string;
  sender: string;
  toPerson: string;
}

export async function findReceiver(db: Db, number: string): Promise<Receiver | undefined> {
  return await db
    .selectFrom('account as a')
    .innerJoin('account_settings as s', 's.account_id', 'a.id')
    .innerJoin('timezone as z', 'z.id', 's.timezone_id')
    .select(['a.id', 'a.state', 'z.system_name as zone', 'a.brand_id as brandId'])
    .select('s.split_faxes as splits')
    .select(sql<string>`a.fax_number`.as('number'))
    .where('a.fax_number', '=', number)
    .executeTakeFirst();
}

/** Returns what the account's contacts say about a number. */
export async function findContact(
  db: Db,
  accountId: number,
  number: string,
): Promise<{ company: string; to_person: string } | undefined> {
  if (number === '') return undefined;
  return await db
    .selectFrom('contact')
    .select(['company', 'to_person'])
    .where('account_id', '=', accountId)
    .where('fax_number', '=', number)
    .executeTakeFirst();
}

/** Returns the id of the party, and inserts it with its first fax. */
export async function upsertParty(tx: Db, accountId: number, party: Party): Promise<number> {
  const values = {
    account_id: accountId,
    number: party.number,
    company: party.company,
    sender: party.sender,
    to_person: party.toPerson,
  };
  for (;;) {
    const known = await tx
      .selectFrom('fax_party')
      .select('id')
      .where('account_id', '=', accountId)
      .where('number', '=', party.number)
      .where('company', '=', party.company)
      .where('sender', '=', party.sender)
      .where('to_person', '=', party.toPerson)
      .executeTakeFirst();
    if (known) return known.id;
    const added = await tx
      .insertInto('fax_party')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) return added.id;
  }
}

/** Returns the outcome of a call that this line has reported before. */
export async function findCall(
  db: Db,
  lineId: number | null,
  callRef: string,
): Promise<{ result: string; fax_id: number | null } | undefined> {
  return await db
    .selectFrom('inbound_call')
    .select(['result', 'fax_id'])
    .where('line_id', 'is not distinct from', lineId)
    .where('call_ref', '=', callRef)
    .executeTakeFirst();
}

export interface CallRecord {
  lineId: number | null;
  callRef: string;
  caller: string;
  stationId: string;
  called: string;
  accountId: number | null;
  result: string;
  pages: number;
  receivedAt: Date | undefined;
  fileKey: string | null;
}

/**
 * Records the call. Returns null if the line has reported it before, even in a transaction that has only just
 * committed.
 */
export async function insertCall(tx: Db, call: CallRecord): Promise<number | null> {
  const row = await tx
    .insertInto('inbound_call')
    .values({
      line_id: call.lineId,
      call_ref: call.callRef,
      caller_number: call.caller,
      station_id: call.stationId,
      called_number: call.called,
      account_id: call.accountId,
      result: call.result,
      pages: call.pages,
      file_key: call.fileKey,
      ...(call.receivedAt && { received_at: call.receivedAt }),
    })
    .onConflict((conflict) => conflict.constraint('inbound_call_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A received document and its fax in the inbox. */
export interface ReceivedFax {
  accountId: number;
  party: Party;
  stationId: string;
  pathKey: string;
  source: 'line' | 'onnet';
  storageKey: string;
  tiffKey: string;
  originals: OriginalFile[];
  pages: number;
  bytes: number;
  sha256: Buffer;
  fault: string | null;
  receivedAt: Date | undefined;
  cutOff: boolean;
  /** False while the fax may still be split: programs are not told about it yet. */
  announced: boolean;
}

export async function insertReceived(tx: Db, callId: number, fax: ReceivedFax): Promise<number> {
  const partyId = await upsertParty(tx, fax.accountId, fax.party);
  const document = await tx
    .insertInto('document')
    .values({
      account_id: fax.accountId,
      storage_key: fax.storageKey,
      source: fax.source,
      originals: JSON.stringify(fax.originals),
      tiff_key: fax.tiffKey,
      pages: fax.pages,
      bytes: fax.bytes,
      sha256: fax.sha256,
      state: 'ready',
      fault: fax.fault,
      described_at: fax.source === 'line' ? new Date() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = await tx
    .insertInto('fax')
    .values({
      account_id: fax.accountId,
      document_id: document.id,
      path_key: fax.pathKey,
      action: 'R',
      party_id: partyId,
      other_number: fax.party.number,
      company: fax.party.company,
      station_id: fax.stationId,
      pages: fax.pages,
      bytes: fax.bytes,
      is_new: true,
      announced: fax.announced,
      ...(fax.receivedAt && { fax_at: fax.receivedAt }),
      ...(fax.cutOff && { status: 'FAILED' as const }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.updateTable('inbound_call').set({ fax_id: row.id }).where('id', '=', callId).execute();
  return row.id;
}

/** Adds one fax's pages to the account's current month and day in the server zone, in the transaction of that fax. */
export async function addUsage(
  tx: Db,
  accountId: number,
  zone: string,
  pages: { sent?: number; received?: number },
): Promise<void> {
  const sent = pages.sent ?? 0;
  const received = pages.received ?? 0;
  await sql`
    insert into usage_month (account_id, month, sent_pages, rcvd_pages)
    values (${accountId}, date_trunc('month', now() at time zone ${zone})::date, ${sent}, ${received})
    on conflict (account_id, month) do update set
      sent_pages = usage_month.sent_pages + excluded.sent_pages,
      rcvd_pages = usage_month.rcvd_pages + excluded.rcvd_pages
  `.execute(tx);
  await sql`
    insert into usage_day (account_id, day, sent_pages, rcvd_pages, sent_faxes, rcvd_faxes)
    values (${accountId}, (now() at time zone ${zone})::date, ${sent}, ${received},
      ${pages.sent === undefined ? 0 : 1}, ${pages.received === undefined ? 0 : 1})
    on conflict (account_id, day) do update set
      sent_pages = usage_day.sent_pages + excluded.sent_pages,
      rcvd_pages = usage_day.rcvd_pages + excluded.rcvd_pages,
      sent_faxes = usage_day.sent_faxes + excluded.sent_faxes,
      rcvd_faxes = usage_day.rcvd_faxes + excluded.rcvd_faxes
  `.execute(tx);
}
