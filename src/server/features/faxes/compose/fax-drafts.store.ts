import { sql } from 'kysely';

import { DISCARDED_HOURS, FAX_DRAFT_DAYS, HOLD_MS, MAX_FAX_DRAFTS } from '#contract/faxes/fax-drafts.ts';
import type { FaxDraftContent } from '#contract/faxes/fax-drafts.ts';
import type { Db } from '#engine/database/port.ts';
import { madeByCaller, maker } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { DraftRow } from './drafts.store.ts';

/** A fax that is being written, as it is stored. */
export interface FaxDraftRow {
  id: number;
  key: string;
  version: number;
  content: FaxDraftContent;
  device: string;
  page: string;
  browser: string;
  saved_at: Date;
  open: boolean;
}

/** The page that writes a draft. */
export interface Writer {
  device: string;
  page: string;
  browser: string;
}

/** A file of a draft, with what the list of drafts shows. */
export type FaxDraftFile = Pick<DraftRow, 'key' | 'state' | 'pages'> & { fax_draft_id: number };

/** A page that misses three of its signs of life is closed, or has lost the network. */
const openUntil = sql<Date>`now() + make_interval(secs => ${(3 * HOLD_MS) / 1_000})`;

const open = sql<boolean>`coalesce(open_until > now(), false)`.as('open');

const COLUMNS = ['id', 'key', 'version', 'content', 'device', 'page', 'browser', 'saved_at', open] as const;

/** Returns the account's drafts, last saved first. */
export async function listFaxDrafts(db: Db, account: AccountId): Promise<FaxDraftRow[]> {
  const rows = await db
    .selectFrom('fax_draft')
    .select(COLUMNS)
    .where('account_id', '=', account)
    .where('discarded_at', 'is', null)
    .where(madeByCaller('person_id'))
    .orderBy('saved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_FAX_DRAFTS)
    .execute();
  return rows as FaxDraftRow[];
}

/** Returns the files of the account's drafts. */
export async function filesOfDrafts(db: Db, account: AccountId): Promise<FaxDraftFile[]> {
  const rows = await db
    .selectFrom('draft')
    .select(['key', 'state', 'pages', 'fax_draft_id'])
    .where('account_id', '=', account)
    .where('fax_draft_id', 'is not', null)
    .execute();
  return rows as FaxDraftFile[];
}

/** Returns the names that the account's contacts have for these numbers. */
export async function namesOf(
  db: Db,
  account: AccountId,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ number: string; name: string }>`
    select fax_number as number, coalesce(nullif(to_person, ''), company) as name from contact
    where account_id = ${account} and fax_number = any(${numbers}::text[])`.execute(db);
  return new Map(rows.map(({ number, name }) => [number, name]));
}

/** Returns a draft that is not discarded. */
export async function findFaxDraft(
  db: Db,
  account: AccountId,
  key: string,
): Promise<FaxDraftRow | undefined> {
  return (await draftOf(db, account, key).executeTakeFirst()) as FaxDraftRow | undefined;
}

/** Returns a draft that is not discarded, locked until the transaction ends. */
export async function lockFaxDraft(
  tx: Db,
  account: AccountId,
  key: string,
): Promise<FaxDraftRow | undefined> {
  const row = await draftOf(tx, account, key).forUpdate().executeTakeFirst();
  return row as FaxDraftRow | undefined;
}

function draftOf(db: Db, account: AccountId, key: string) {
  return db
    .selectFrom('fax_draft')
    .select(COLUMNS)
    .where('account_id', '=', account)
    .where('key', '=', key)
    .where('discarded_at', 'is', null)
    .where(madeByCaller('person_id'));
}

/**
 * Returns whether the account may have another draft; locks the account, so that two saves cannot both be the last one.
 */
export async function hasRoomForDraft(tx: Db, account: AccountId): Promise<boolean> {
  await tx.selectFrom('account').select('id').where('id', '=', account).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom('fax_draft')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', account)
    .where('discarded_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count < MAX_FAX_DRAFTS;
}

/** Inserts a new draft. Returns undefined if there is one with that key. */
export async function insertFaxDraft(
  tx: Db,
  account: AccountId,
  key: string,
  { content, ...writer }: Writer & { content: FaxDraftContent },
): Promise<{ id: number } | undefined> {
  return await tx
    .insertInto('fax_draft')
    .values({
      account_id: account,
      key,
      ...writer,
      content: JSON.stringify(content),
      open_until: openUntil,
      person_id: maker(),
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Writes another version of a draft; without `content` it is only continued on another page. */
export async function updateFaxDraft(
  tx: Db,
  id: number,
  { content, ...change }: Writer & { version: number; content?: FaxDraftContent },
): Promise<void> {
  await tx
    .updateTable('fax_draft')
    .set({
      ...change,
      open_until: openUntil,
      ...(content && { content: JSON.stringify(content), saved_at: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .execute();
}

/** Records whether a page has the draft open. */
export async function setOpen(tx: Db, id: number, isOpen: boolean): Promise<void> {
  await tx
    .updateTable('fax_draft')
    .set({ open_until: isOpen ? openUntil : null })
    .where('id', '=', id)
    .execute();
}

/** Makes exactly these the files of a draft; files of other drafts stay with them. */
export async function linkFiles(
  tx: Db,
  account: AccountId,
  id: number,
  keys: readonly string[],
): Promise<void> {
  await sql`
    update draft set fax_draft_id = case when key = any(${keys}::text[]) then ${id}::bigint end
    where account_id = ${account} and ${madeByCaller('person_id')}
      and (fax_draft_id = ${id} and key <> all(${keys}::text[])
        or fax_draft_id is null and key = any(${keys}::text[]))`.execute(tx);
}

/** Discards or restores a draft. Returns false if there is none to discard or restore. */
export async function setDiscarded(
  tx: Db,
  account: AccountId,
  key: string,
  discarded: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('fax_draft')
    .set({ discarded_at: discarded ? sql<Date>`now()` : null, open_until: null })
    .where('account_id', '=', account)
    .where('key', '=', key)
    .where('discarded_at', discarded ? 'is' : 'is not', null)
    .where(madeByCaller('person_id'))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes drafts with the rows of their files. Returns the keys of the files. */
export async function deleteFaxDrafts(tx: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const files = await tx.deleteFrom('draft').where('fax_draft_id', 'in', ids).returning('key').execute();
  await tx.deleteFrom('fax_draft').where('id', 'in', ids).execute();
  return files.map(({ key }) => key);
}

/** Returns expired drafts: discarded, or unchanged for long and not open either. */
export async function findOldFaxDrafts(tx: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from fax_draft
    where discarded_at < now() - make_interval(hours => ${DISCARDED_HOURS})
      or saved_at < now() - make_interval(days => ${FAX_DRAFT_DAYS}) and coalesce(open_until < now(), true)
    for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}
