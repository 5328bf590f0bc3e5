import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A document with copies to mail: its pages, or a null key if it has none. */
export interface CopiedDocument {
  id: number;
  accountId: number;
  storageKey: string;
  tiffKey: string | null;
  /** Why it has none. */
  fault: string | null;
  pages: number;
  createdAt: Date;
}

/** The sender of the mail. */
export interface CopySender {
  number: string;
  brandId: number;
  language: string;
  isHipaa: boolean;
}

/** Returns which of these addresses (in lower case) are contacts or subaccounts of the account. */
export async function knownAddresses(
  db: Db,
  account: AccountId,
  emails: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from contact
    where account_id = ${account} and lower(email) = any(${[...emails]}::text[])
    union
    select lower(email) from subaccount
    where account_id = ${account} and confirm_hash is null and lower(email) = any(${[...emails]}::text[])
  `.execute(db);
  return new Set(rows.map((row) => row.email));
}

/** Counts the copies of the last 24 hours, whatever became of them and of their faxes. */
export async function copiesSince(db: Db, account: AccountId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from fax_copy
        where account_id = ${account} and created_at > now() - interval '24 hours')::int
      + (select count(*) from day_limit_use
        where account_id = ${account} and kind = 'copy' and at > now() - interval '24 hours')::int as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Serializes an account's sends while they count its copies. */
export async function lockCopies(tx: Db, account: AccountId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`copies ${account}`}, 0))`.execute(tx);
}

export async function insertCopies(
  tx: Db,
  account: AccountId,
  documentId: number,
  { emails, state }: { emails: readonly string[]; state: 'waiting' | 'queued' },
): Promise<void> {
  await tx
    .insertInto('fax_copy')
    .values(emails.map((to_address) => ({ account_id: account, document_id: documentId, to_address, state })))
    .execute();
}

/** Returns the next document, of an account that may act, whose pages are made or never will be. */
export async function nextDocument(db: Db): Promise<CopiedDocument | undefined> {
  return await db
    .selectFrom('fax_copy as c')
    .innerJoin('document as d', 'd.id', 'c.document_id')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select([
      'd.id',
      'd.account_id as accountId',
      'd.storage_key as storageKey',
      'd.tiff_key as tiffKey',
      'd.fault',
      'd.pages',
      'd.created_at as createdAt',
    ])
    .where('c.state', '=', 'waiting')
    .where('d.state', 'in', ['ready', 'failed'])
    .where('a.acts', '=', true)
    // Copies go with the fax: not before it is due.
    .where(
      sql<boolean>`not exists (
        select from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id
        where f.document_id = d.id and j.send_at is not null and j.state in ('QUEUED', 'CONVERTING', 'WAITING'))`,
    )
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst();
}

/** Ends the waiting copies of a document, once. Returns their addresses. */
export async function endCopies(tx: Db, documentId: number, state: 'queued' | 'failed'): Promise<string[]> {
  const rows = await tx
    .updateTable('fax_copy')
    .set({ state })
    .where('document_id', '=', documentId)
    .where('state', '=', 'waiting')
    .returning('to_address')
    .execute();
  return rows.map((row) => row.to_address);
}

export async function readCopySender(db: Db, accountId: number): Promise<CopySender> {
  const row = await db
    .selectFrom('account as a')
    .innerJoin('account_settings as s', 's.account_id', 'a.id')
    .select(['a.fax_number as number', 'a.brand_id as brandId', 's.language', 'a.is_hipaa as isHipaa'])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { ...row, number: row.number ?? '' };
}

/** Deletes documents that no fax uses and whose last copy was requested more than `days` ago. Returns how many. */
export async function deleteUnused(db: Db, days: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from document d
    where d.id in (
        select document_id from fax_copy group by document_id
        having max(created_at) < now() - make_interval(days => ${days}))
      and not exists (select from fax f where f.document_id = d.id)
    returning d.id
  `.execute(db);
  return rows.length;
}
