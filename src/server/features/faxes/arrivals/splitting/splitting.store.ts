import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Holds a fax back from being announced. */
export async function holdBack(
  tx: Db,
  account: AccountId,
  { faxId, byRule }: { faxId: number; byRule: boolean },
): Promise<void> {
  await tx
    .insertInto('split_arrival')
    .values({ account_id: account, fax_id: faxId, by_rule: byRule })
    .execute();
}

/** Returns whether a fax is still held back. */
export async function isHeldBack(db: Db, account: AccountId, faxId: number): Promise<boolean> {
  const row = await db
    .selectFrom('split_arrival')
    .select('fax_id')
    .where('account_id', '=', account)
    .where('fax_id', '=', faxId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the note. Waits for another transaction that removes it, and then returns undefined. */
export async function takeHeldBack(
  tx: Db,
  account: AccountId,
  faxId: number,
): Promise<{ byRule: boolean } | undefined> {
  return await tx
    .deleteFrom('split_arrival')
    .where('account_id', '=', account)
    .where('fax_id', '=', faxId)
    .returning('by_rule as byRule')
    .executeTakeFirst();
}

/** Lets programs see the fax from now on (migration 0830). */
export async function markAnnounced(tx: Db, account: AccountId, faxId: number): Promise<void> {
  await tx
    .updateTable('fax')
    .set({ announced: true })
    .where('account_id', '=', account)
    .where('id', '=', faxId)
    .execute();
}

/** A received fax that is to be split. */
export interface WholeFax {
  tiffKey: string;
  pages: number;
}

/**
 * Returns the fax if all its pages are there and it is in the inbox; undefined if it is gone, moved or only partly
 * readable.
 */
export async function readWhole(db: Db, account: AccountId, faxId: number): Promise<WholeFax | undefined> {
  const { rows } = await sql<WholeFax>`
    select d.tiff_key as "tiffKey", d.pages
    from fax f join document d on d.id = f.document_id
    where f.account_id = ${account} and f.id = ${faxId} and f.action = 'R' and f.status = 'OK'
      and f.deleted_at is null and not f.archived and d.tiff_key is not null and d.fault is null`.execute(db);
  return rows[0];
}

/**
 * Locks the fax for splitting. Returns false if a person has moved it or begun to work on it meanwhile, because that
 * work must not vanish from the inbox.
 */
export async function lockUntouched(tx: Db, account: AccountId, faxId: number): Promise<boolean> {
  const { rows } = await sql`
    select f.id from fax f
    where f.account_id = ${account} and f.id = ${faxId} and f.deleted_at is null and not f.archived
      and not exists (select from fax_work w where w.account_id = f.account_id and w.fax_id = f.id and w.version > 0)
      and not exists (select from fax_note n where n.account_id = f.account_id and n.fax_id = f.id)
    for update of f`.execute(tx);
  return rows.length > 0;
}

/** A part whose pages are in the file store. */
export interface StoredPart {
  /** Page numbers in the whole fax, from 1. */
  pages: number[];
  storageKey: string;
  pathKey: string;
  bytes: number;
  sha256: Buffer;
}

/**
 * Adds a part (`number` of `count`) to the inbox, with the sender, time and rotations of the whole fax. Returns its id.
 */
export async function insertPart(
  tx: Db,
  account: AccountId,
  faxId: number,
  part: StoredPart & { number: number; count: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with whole as (
      select f.*, d.source from fax f join document d on d.id = f.document_id
      where f.account_id = ${account} and f.id = ${faxId}
    ), stored as (
      insert into document (account_id, storage_key, source, tiff_key, pages, bytes, sha256, state)
      select account_id, ${part.storageKey}, source, ${`${part.storageKey}/fax.tiff`}, ${part.pages.length}::int,
        ${part.bytes}::bigint, ${part.sha256}, 'ready' from whole
      returning id
    ), turned as (
      select n, coalesce(w.page_turns[page], 0) as turn
      from whole w, unnest(${part.pages}::int[]) with ordinality as p (page, n)
    )
    insert into fax (account_id, document_id, path_key, action, fax_at, party_id, other_number, company, station_id,
      pages, bytes, is_new, rotation, page_turns, part_of, part_number, part_count)
    select w.account_id, s.id, ${part.pathKey}, 'R', w.fax_at, w.party_id, w.other_number, w.company, w.station_id,
      ${part.pages.length}::int, ${part.bytes}::bigint, true, w.rotation, coalesce((
        select array_agg(turn::smallint order by n) from turned where n <= (select max(n) from turned where turn <> 0)), '{}'), w.id,
      ${part.number}::smallint, ${part.count}::smallint
    from whole w, stored s returning id`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('the fax that is being split is not there');
  return row.id;
}

/**
 * Moves the whole fax to the archive as read: nothing received is lost, and its parts are in the inbox. Only the parts
 * are left for people to work on.
 */
export async function keepWhole(
  tx: Db,
  account: AccountId,
  { faxId, parts }: { faxId: number; parts: number },
): Promise<void> {
  await tx.deleteFrom('fax_work').where('account_id', '=', account).where('fax_id', '=', faxId).execute();
  await tx
    .updateTable('fax')
    .set({ archived: true, is_new: false, part_count: parts })
    .where('account_id', '=', account)
    .where('id', '=', faxId)
    .execute();
}
