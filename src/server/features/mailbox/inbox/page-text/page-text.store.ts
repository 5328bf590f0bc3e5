import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { PageText } from '#engine/documents/port.ts';
import { provenAccount } from '#server/kit/scope.ts';
import { madeByCaller } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { StoredBarcode, StoredText } from './boxes.ts';

/** A process that is silent for longer has died. Reading a page in all directions takes four minutes at most. */
const TAKEN = sql`now() + interval '5 minutes'`;

/** A fax that this process reads. */
export interface TakenFax {
  account: AccountId;
  faxId: number;
  documentId: number;
  tiffKey: string;
  pages: number;
  language: string;
  /** Pages that have already been read. */
  read: number;
  /** How many times the next page was started without being finished. */
  tries: number;
}

/** Claims the newest waiting fax that no other process holds; null when there is none. */
export async function takeFax(db: Db): Promise<TakenFax | null> {
  const { rows } = await sql<Omit<TakenFax, 'account'> & { accountId: number }>`
    with next as (
      select t.account_id, t.fax_id from fax_text t
      where t.state = 'waiting' and (t.taken_until is null or t.taken_until < now())
      order by t.fax_at desc limit 1 for update skip locked
    )
    update fax_text t set taken_until = ${TAKEN}
    from next n
    join fax f on f.account_id = n.account_id and f.id = n.fax_id
    join document d on d.id = f.document_id
    join account_settings s on s.account_id = n.account_id
    where t.account_id = n.account_id and t.fax_id = n.fax_id
    returning t.account_id as "accountId", t.fax_id as "faxId", d.id as "documentId", d.tiff_key as "tiffKey",
      least(d.pages, 200) as pages, s.language, t.tries,
      (select count(*)::int from fax_page_text x where x.account_id = t.account_id and x.fax_id = t.fax_id) as read`.execute(
    db,
  );
  const [row] = rows;
  return row ? { ...row, account: provenAccount(row.accountId) } : null;
}

type OneFax = Pick<TakenFax, 'account' | 'faxId'>;

/** Records that this process starts the next page, before it does. */
export async function beginPage(db: Db, { account, faxId }: OneFax): Promise<void> {
  await db
    .updateTable('fax_text')
    .set({ tries: sql<number>`tries + 1`, taken_until: sql<Date>`${TAKEN}` })
    .where('account_id', '=', account)
    .where('fax_id', '=', faxId)
    .execute();
}

/** Releases a fax to be read later, without counting an attempt against its page. */
export async function giveBack(db: Db, { account, faxId }: OneFax, tries: number): Promise<void> {
  await db
    .updateTable('fax_text')
    .set({ tries, taken_until: null })
    .where('account_id', '=', account)
    .where('fax_id', '=', faxId)
    .execute();
}

/** A page that was read, or that cannot be. */
export type ReadPage =
  | (StoredText & Pick<PageText, 'width' | 'height' | 'turn'> & { barcodes: string })
  | { failed: true };

/** Stores a page. Idempotent. Does nothing for a fax that was erased in the meantime. */
export async function storePage(
  tx: Db,
  { account, faxId }: OneFax,
  page: number,
  read: ReadPage,
): Promise<void> {
  const kept = await tx
    .updateTable('fax_text')
    .set({ tries: 0, taken_until: sql<Date>`${TAKEN}` })
    .where('account_id', '=', account)
    .where('fax_id', '=', faxId)
    .executeTakeFirst();
  if (kept.numUpdatedRows === 0n) return;
  await tx
    .insertInto('fax_page_text')
    .values({ account_id: account, fax_id: faxId, page, ...read })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns until when to wait for the words of a fax that is being read: some minutes after its arrival. Null if it is
 * not being read, its words are known, or that time is over.
 */
export async function wordsDue(db: Db, { account, faxId }: OneFax, minutes: number): Promise<Date | null> {
  const { rows } = await sql<{ due: Date }>`
    select d.created_at + make_interval(mins => ${minutes}) as due
    from fax_text t
    join fax f on f.account_id = t.account_id and f.id = t.fax_id
    join document d on d.id = f.document_id
    where t.account_id = ${account} and t.fax_id = ${faxId} and t.state = 'waiting'
      and d.created_at > now() - make_interval(mins => ${minutes})`.execute(db);
  return rows[0]?.due ?? null;
}

/** Copies the text of the same document from another fax of the account. Returns whether there was any. */
export async function copyPages(tx: Db, { account, faxId, documentId }: TakenFax): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into fax_page_text (account_id, fax_id, page, failed, width, height, turn, text, boxes, barcodes)
    select x.account_id, ${faxId}, x.page, x.failed, x.width, x.height, x.turn, x.text, x.boxes, x.barcodes
    from fax_page_text x
    where x.account_id = ${account} and x.fax_id = (
      select t.fax_id from fax_text t join fax f on f.account_id = t.account_id and f.id = t.fax_id
      where t.account_id = ${account} and f.document_id = ${documentId} and t.state = 'done' limit 1)
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Returns the pages with a barcode that contains exactly this text; none until all have been read. */
export async function pagesWithBarcode(db: Db, { account, faxId }: OneFax, text: string): Promise<number[]> {
  const { rows } = await sql<{ page: number }>`
    select x.page from fax_page_text x
    join fax_text t on t.account_id = x.account_id and t.fax_id = x.fax_id and t.state = 'done'
    where x.account_id = ${account} and x.fax_id = ${faxId}
      and exists (select from jsonb_array_elements(x.barcodes) b where b ->> 'text' = ${text})`.execute(db);
  return rows.map(({ page }) => page);
}

/** Copies the text of some pages of a fax to another one, whose text is yet to be finished. */
export async function copyPart(
  tx: Db,
  account: AccountId,
  { from, to, pages }: { from: number; to: number; pages: readonly number[] },
): Promise<void> {
  await sql`
    insert into fax_text (account_id, fax_id, fax_at)
    select account_id, id, fax_at from fax where account_id = ${account} and id = ${to}`.execute(tx);
  await sql`
    insert into fax_page_text (account_id, fax_id, page, failed, width, height, turn, text, boxes, barcodes)
    select x.account_id, ${to}, p.n, x.failed, x.width, x.height, x.turn, x.text, x.boxes, x.barcodes
    from fax_page_text x
    join unnest(${pages}::int[]) with ordinality as p (page, n) on p.page = x.page
    where x.account_id = ${account} and x.fax_id = ${from}`.execute(tx);
}

/** Returns the texts of all pages of a fax, in order. */
export async function readTexts(db: Db, { account, faxId }: OneFax): Promise<string[]> {
  const rows = await db
    .selectFrom('fax_page_text')
    .select('text')
    .where('account_id', '=', account)
    .where('fax_id', '=', faxId)
    .orderBy('page')
    .execute();
  return rows.map(({ text }) => text);
}

/** Marks a fax as completely read; searches find it by these terms from now on. */
export async function finishText(
  tx: Db,
  { account, faxId }: OneFax,
  terms: readonly string[],
): Promise<void> {
  const words = terms.map((term) => `${account}:${term}`);
  await sql`
    update fax_text set state = 'done', taken_until = null, tries = 0, words = array_to_tsvector(${words}::text[])
    where account_id = ${account} and fax_id = ${faxId}`.execute(tx);
}

/** A page in stored form. */
export interface StoredPage extends StoredText {
  page: number;
  width: number;
  height: number;
  turn: 0 | 90 | 180 | 270;
  barcodes: StoredBarcode[];
}

/** Returns up to `count` pages of a fax that were read, starting with page `from`. */
export async function readPages(
  db: Db,
  account: AccountId,
  { faxId, from, count }: { faxId: number; from: number; count: number },
): Promise<StoredPage[]> {
  return await db
    .selectFrom('fax_page_text')
    .select(['page', 'width', 'height', 'turn', 'text', 'boxes', 'barcodes'])
    .where('account_id', '=', account)
    .where('fax_id', '=', faxId)
    .where('page', '>=', from)
    .where('page', '<', from + count)
    .orderBy('page')
    .execute();
}

/** Whether the text of a fax has been recognized, `none` if it is not going to be; null for a fax no longer visible. */
export async function textState(
  db: Db,
  account: AccountId,
  { faxId, deletedDays }: { faxId: number; deletedDays: number },
): Promise<'done' | 'waiting' | 'none' | null> {
  const row = await db
    .selectFrom('fax as f')
    .leftJoin('fax_text as t', (join) =>
      join.onRef('t.account_id', '=', 'f.account_id').onRef('t.fax_id', '=', 'f.id'),
    )
    .select('t.state')
    .where('f.account_id', '=', account)
    .where('f.id', '=', faxId)
    .where(madeByCaller('f.person_id'))
    .where((where) =>
      where.or([
        where('f.deleted_at', 'is', null),
        sql<boolean>`f.deleted_at > now() - make_interval(days => ${deletedDays})`,
      ]),
    )
    .executeTakeFirst();
  return row ? (row.state ?? 'none') : null;
}
