import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { madeByCaller } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { recentlyDeleted } from './deleted-faxes.store.ts';

/** A fax with the document that holds its pages, for files and their names. */
export interface StoredFax {
  account: AccountId;
  id: number;
  path_key: string;
  fax_at: Date;
  other_number: string;
  rotation: 0 | 90 | 180 | 270;
  /** Additional rotation of page 1, 2, …, on top of `rotation`. */
  page_turns: (0 | 90 | 180 | 270)[];
  /** The number of pages that the list shows. */
  pages: number;
  document_id: number;
  storage_key: string;
  tiff_key: string;
  document_pages: number;
  document_bytes: number;
  /** A received fax as it came, if it was damaged. Uploaded files are never returned. */
  original_key: string | null;
  /** Whether the text of its pages has been recognized. */
  has_text: boolean;
  /** The zone in which its reader sees times. */
  zone: string;
}

const STORED = sql`
  select f.account_id as account, f.id, f.path_key, f.fax_at, f.other_number, f.rotation, f.page_turns, f.pages, d.id as document_id, d.storage_key, d.tiff_key,
    d.pages as document_pages, d.bytes as document_bytes,
    case when f.action = 'R' and d.source = 'line' then d.originals -> 0 ->> 'key' end as original_key,
    exists (select from fax_text t where t.account_id = f.account_id and t.fax_id = f.id and t.state = 'done') as has_text, coalesce(z.system_name, 'UTC') as zone
  from fax f
  join document d on d.id = f.document_id and d.tiff_key is not null
  left join account_settings s on s.account_id = f.account_id
  left join timezone z on z.id = s.timezone_id`;

/** Returns the account's faxes with these keys that have pages, if not deleted over `deletedDays` ago (A-TENANT-01). */
export async function findStoredByKey(
  db: Db,
  account: AccountId,
  keys: readonly string[],
  deletedDays: number,
): Promise<StoredFax[]> {
  const { rows } = await sql<StoredFax>`
    ${STORED} where f.path_key = any(${keys}::text[]) and f.account_id = ${account} and ${madeByCaller('f.person_id')}
      and (f.deleted_at is null or ${recentlyDeleted(deletedDays)})`.execute(db);
  return rows;
}

/** The same by id, in the order of the ids. */
export async function findStoredById(
  db: Db,
  account: AccountId,
  ids: readonly number[],
  deletedDays: number,
): Promise<StoredFax[]> {
  const { rows } = await sql<StoredFax>`
    ${STORED} where f.account_id = ${account} and f.id = any(${ids}::bigint[]) and ${madeByCaller('f.person_id')}
      and (f.deleted_at is null or ${recentlyDeleted(deletedDays)})
    order by array_position(${ids}::bigint[], f.id)`.execute(db);
  return rows;
}

/** Whether this is a fax of the account that is not deleted, with or without pages. */
export async function isKept(db: Db, account: AccountId, id: number): Promise<boolean> {
  const fax = await db
    .selectFrom('fax')
    .select('id')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(madeByCaller('person_id'))
    .executeTakeFirst();
  return fax !== undefined;
}

/** Stores the real number of pages in the document and the fax. Returns true if one of them was wrong. */
export async function repairPages(
  tx: Db,
  account: AccountId,
  fax: Pick<StoredFax, 'id' | 'document_id'>,
  pages: number,
): Promise<boolean> {
  const document = await tx
    .updateTable('document')
    .set({ pages })
    .where('id', '=', fax.document_id)
    .where('account_id', '=', account)
    .where('pages', '<>', pages)
    .executeTakeFirst();
  const row = await tx
    .updateTable('fax')
    .set({ pages })
    .where('account_id', '=', account)
    .where('id', '=', fax.id)
    .where('pages', '<>', pages)
    .executeTakeFirst();
  return document.numUpdatedRows > 0n || row.numUpdatedRows > 0n;
}
