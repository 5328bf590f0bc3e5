import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { DescribedFax, Description } from '#server/features/faxes/files/stored-faxes.service.ts';

/**
 * Whether this is the account that the fax was stored for. The id alone is not enough: after a restore another customer
 * may have it, and the same goes for the number.
 */
export async function isOwner(db: Db, { id, number, brandId }: Description['account']): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('brand_id', '=', brandId)
    .where(sql<string>`coalesce(fax_number, '')`, '=', number)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a document now has these files, or had them and was deleted. */
export async function isRemovedOrKnown(tx: Db, storageKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from document where storage_key = ${storageKey}
    union all select from removed_document where storage_key = ${storageKey}`.execute(tx);
  return rows.length > 0;
}

export async function insertForgottenDocument(
  tx: Db,
  storageKey: string,
  what: Description,
): Promise<number> {
  const { tiff, originals } = what;
  const { id } = await tx
    .insertInto('document')
    .values({
      account_id: what.account.id,
      storage_key: storageKey,
      source: what.source,
      originals: JSON.stringify(
        originals.map(({ file, ...rest }) => ({ ...rest, key: `${storageKey}/${file}` })),
      ),
      tiff_key: tiff && `${storageKey}/${tiff.file}`,
      pages: what.pages,
      bytes: what.bytes,
      sha256: tiff?.sha256 === undefined ? null : Buffer.from(tiff.sha256, 'hex'),
      // Without pages it is converted like a new document, so that its owner can see it; nothing is sent.
      state: tiff ? 'ready' : 'new',
      fault: what.fault,
      cover: what.cover === undefined || what.cover === null ? null : JSON.stringify(what.cover),
      created_at: new Date(what.createdAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!tiff)
    await sql`insert into send_turn (account_id) values (${what.account.id}) on conflict do nothing`.execute(
      tx,
    );
  return id;
}

/** Data for a fax row in addition to its description. */
export interface ForgottenFax {
  accountId: number;
  documentId: number;
  partyId: number;
  company: string;
  pages: number;
  bytes: number;
  fax: DescribedFax & { pathKey: string };
}

export async function insertForgottenFax(tx: Db, { fax, ...row }: ForgottenFax): Promise<number> {
  const { id } = await tx
    .insertInto('fax')
    .values({
      account_id: row.accountId,
      document_id: row.documentId,
      path_key: fax.pathKey,
      action: fax.direction,
      fax_at: new Date(fax.at),
      party_id: row.partyId,
      other_number: fax.other,
      company: row.company,
      station_id: fax.stationId,
      pages: row.pages,
      bytes: row.bytes,
      is_new: fax.direction === 'R',
      status: fax.state === 'OPEN' ? 'OK' : fax.state,
      reason: fax.reason,
      uncertain_pages: fax.uncertainPages,
      deleted_at: fax.deletedAt === null ? null : new Date(fax.deletedAt),
      is_test: fax.test ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Adds a job for a person to decide on: send the fax again, or count it as sent. An operator cannot release it like a
 * fax that waited.
 */
export async function insertUncertainJob(
  tx: Db,
  accountId: number,
  faxId: number,
  { other, uncertainPages, test }: DescribedFax,
): Promise<void> {
  await tx
    .insertInto('send_job')
    .values({
      account_id: accountId,
      fax_id: faxId,
      to_number: other,
      state: 'UNCERTAIN',
      last_error: 'FOUND_AFTER_RESTORE',
      confirmed_pages: uncertainPages ?? 0,
      finished_at: new Date(),
      is_test: test ?? false,
    })
    .execute();
}

/** Adds the call, because the line may report it again: then the report belongs to this fax. */
export async function insertForgottenCall(
  tx: Db,
  { account, pages, createdAt }: Description,
  { lineId, callRef, called }: NonNullable<Description['call']>,
  faxId: number,
): Promise<void> {
  await sql`
    insert into inbound_call (line_id, call_ref, called_number, account_id, fax_id, result, pages, received_at)
    values ((select id from line where id = ${lineId}), ${callRef}, ${called}, ${account.id}, ${faxId}, 'OK', ${pages},
      ${createdAt}::timestamptz)
    on conflict do nothing`.execute(tx);
}
