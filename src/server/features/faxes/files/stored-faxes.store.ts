import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { OriginalFile } from '#engine/database/tables-faxes.ts';

import type { DescribedFax, Description } from './description.ts';

/** Files that a document should have. `faxIds` and `number` tell an operator whose they are. */
export interface StoredDocument {
  id: number;
  storageKey: string;
  tiffKey: string | null;
  sha256: Buffer | null;
  originals: OriginalFile[];
  number: string | null;
  faxIds: number[];
}

/** Returns the documents after an id, ordered by id. */
export async function readStored(db: Db, after: number, limit: number): Promise<StoredDocument[]> {
  return await readFiles(db, sql`select id from document where id > ${after} order by id limit ${limit}`);
}

/** Those of these documents that are still there. */
export async function readStoredOf(db: Db, ids: readonly number[]): Promise<StoredDocument[]> {
  return await readFiles(db, sql`select unnest(${[...ids]}::bigint[])`);
}

/** The newest documents that have pages, and as many of all the time before. */
export async function readSample(db: Db, each: number): Promise<StoredDocument[]> {
  return await readFiles(
    db,
    sql`
      (select id from document where state = 'ready' and tiff_key is not null order by id desc limit ${each})
      union
      select d.id from (select min(id) as low, max(id) as high from document) span,
        generate_series(0, ${each - 1}::int) as steps (step)
      cross join lateral (
        select id from document
        where id >= span.low + (span.high - span.low) * step / ${each} and state = 'ready' and tiff_key is not null
        order by id limit 1
      ) d`,
  );
}

async function readFiles(db: Db, ids: ReturnType<typeof sql>): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`
    select d.id, d.storage_key as "storageKey", d.tiff_key as "tiffKey", d.sha256, d.originals, a.fax_number as number,
      coalesce((select jsonb_agg(id order by id) from fax f where f.document_id = d.id), '[]') as "faxIds"
    from document d join account a on a.id = d.account_id
    where d.id in (${ids}) order by d.id`.execute(db);
  return rows;
}

/** Returns what the files of one folder must be; undefined if no document has it. */
export async function readFilesOf(
  db: Db,
  storageKey: string,
): Promise<Pick<StoredDocument, 'tiffKey' | 'sha256' | 'originals'> | undefined> {
  return await db
    .selectFrom('document')
    .select(['tiff_key as tiffKey', 'sha256', 'originals'])
    .where('storage_key', '=', storageKey)
    .executeTakeFirst();
}

/** Returns whether the document still has this file; a document deleted meanwhile is no loss. */
export async function stillHas(
  db: Db,
  { id, tiffKey }: Pick<StoredDocument, 'id' | 'tiffKey'>,
): Promise<boolean> {
  const row = await db.selectFrom('document').select('tiff_key').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.tiff_key === tiffKey;
}

/** Returns those of these folders that belong to no document and were not deleted by this database. */
export async function findUnknown(db: Db, storageKeys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${[...storageKeys]}::text[]) as keys (key)
    where not exists (select from document d where d.storage_key = key)
      and not exists (select from removed_document r where r.storage_key = key)`.execute(db);
  return rows.map(({ key }) => key);
}

/** A document, with what its description needs from its rows. */
export interface DocumentRows {
  id: number;
  storageKey: string;
  source: 'upload' | 'email' | 'line' | 'egnyte' | 'resend' | 'onnet';
  createdAt: Date;
  pages: number;
  bytes: number;
  fault: string | null;
  tiffKey: string | null;
  sha256: Buffer | null;
  originals: OriginalFile[];
  cover: unknown;
  accountId: number;
  number: string;
  brandId: number;
  lineId: number | null;
  callRef: string | null;
  called: string | null;
  faxes: DescribedFax[];
  /** Whether a fax of it is still to be sent, so that its outcome is not known. */
  open: boolean;
}

/** So many documents after one that have no final description yet and are not being converted. */
export async function readUndescribed(db: Db, after: number, limit: number): Promise<DocumentRows[]> {
  return await readRows(
    db,
    sql`d.id in (
      select id from document
      where id > ${after} and described_at is null and state <> 'new' order by id limit ${limit})`,
  );
}

/** Returns one document with everything that its description needs. */
export async function readDocument(db: Db, id: number): Promise<DocumentRows | undefined> {
  return (await readRows(db, sql`d.id = ${id}`))[0];
}

async function readRows(db: Db, which: ReturnType<typeof sql>): Promise<DocumentRows[]> {
  const { rows } = await sql<DocumentRows>`
    select d.id, d.storage_key as "storageKey", d.source, d.created_at as "createdAt", d.pages, d.bytes, d.fault,
      d.tiff_key as "tiffKey", d.sha256, d.originals, d.cover, a.id as "accountId",
      coalesce(a.fax_number, '') as number, a.brand_id as "brandId",
      c.line_id as "lineId", c.call_ref as "callRef", c.called_number as called,
      coalesce(f.faxes, '[]'::jsonb) as faxes, coalesce(f.open, false) as open
    from document d
    join account a on a.id = d.account_id
    left join lateral (
      select bool_or(outbox) as open, jsonb_agg(jsonb_build_object(
        'pathKey', path_key, 'direction', action, 'other', other_number, 'stationId', station_id,
        'at', to_char(fax_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'state', case when outbox then 'OPEN' else status end, 'reason', reason, 'uncertainPages', uncertain_pages,
        'test', case when is_test then true end,
        'deletedAt', to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id) as faxes
      from fax where document_id = d.id
    ) f on true
    left join lateral (
      select i.line_id, i.call_ref, i.called_number from fax x
      join inbound_call i on i.account_id = x.account_id and i.fax_id = x.id
      where x.document_id = d.id and x.action = 'R' limit 1
    ) c on true
    where ${which} order by d.id`.execute(db);
  return rows;
}

/** Records that the descriptions of these documents are final. */
export async function noteDescribed(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('document').set({ described_at: new Date() }).where('id', 'in', ids).execute();
}

/** Returns whether a request with this key and content was accepted; its answer is kept for a day. */
export async function findAnswered(
  tx: Db,
  { key, fingerprint }: NonNullable<Description['request']>,
  accountId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from idempotency where account_id = ${accountId} and sha256(convert_to(key, 'UTF8')) = decode(${key}, 'hex')
      and fingerprint is not distinct from decode(${fingerprint}, 'hex')`.execute(tx);
  return rows.length > 0;
}

/** Whether another document is the same fax of the same call. */
export async function findReported(
  tx: Db,
  { lineId, callRef }: NonNullable<Description['call']>,
  accountId: number,
  sha256: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from inbound_call i
    join fax f on f.account_id = i.account_id and f.id = i.fax_id
    join document d on d.id = f.document_id
    where i.line_id is not distinct from ${lineId} and i.call_ref = ${callRef} and i.account_id = ${accountId}
      and d.sha256 = decode(${sha256}, 'hex')`.execute(tx);
  return rows.length > 0;
}
