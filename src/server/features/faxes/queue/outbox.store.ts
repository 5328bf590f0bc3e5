import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { madeByCaller, maker } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Channel that wakes the workers of every process, once the notifying transaction has committed. */
export const SENDING_CHANNEL = 'f2e_sending';

export async function wakeWorkers(tx: Db): Promise<void> {
  await sql`select pg_notify(${SENDING_CHANNEL}, '')`.execute(tx);
}

/** A fax to be sent: its row in the archive and its job. */
export interface NewFax {
  documentId: number;
  pathKey: string;
  partyId: number;
  to: string;
  company: string;
  pages: number;
  bytes: number;
  /** Whether the document has its pages already. */
  ready: boolean;
  /** Whether the document goes to several numbers. */
  broadcast: boolean;
  origin: 'web' | 'email' | 'egnyte' | 'resend' | 'operator' | 'api' | 'rule';
  originatorEmail: string;
  sendAt: Date | null;
  anyHour: boolean;
  clientRef: string | null;
  metadata: Readonly<Record<string, string>>;
  isTest: boolean;
}

/** Priority of test faxes: behind all other faxes of their account. */
const TEST_PRIORITY = 2;

export async function insertFaxAndJob(
  tx: Db,
  account: AccountId,
  fax: NewFax,
): Promise<{ faxId: number; jobId: number }> {
  await noteUndescribed(tx, fax.documentId);
  const { id: faxId } = await tx
    .insertInto('fax')
    .values({
      account_id: account,
      document_id: fax.documentId,
      path_key: fax.pathKey,
      action: 'S',
      party_id: fax.partyId,
      other_number: fax.to,
      company: fax.company,
      pages: fax.pages,
      bytes: fax.bytes,
      outbox: true,
      client_ref: fax.clientRef,
      metadata: JSON.stringify(fax.metadata),
      is_test: fax.isTest,
      person_id: maker(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: jobId } = await tx
    .insertInto('send_job')
    .values({
      account_id: account,
      fax_id: faxId,
      to_number: fax.to,
      ready: fax.ready,
      priority: fax.isTest ? TEST_PRIORITY : Number(fax.broadcast),
      origin: fax.origin,
      originator_email: fax.originatorEmail,
      send_at: fax.sendAt,
      any_hour: fax.anyHour,
      is_test: fax.isTest,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { faxId, jobId };
}

/** A fax to be sent again. */
export interface ResendSource {
  faxId: number;
  action: 'R' | 'S';
  status: 'OK' | 'FAILED';
  isTest: boolean;
  number: string;
  documentId: number;
  documentState: 'new' | 'ready' | 'failed';
  pages: number;
  bytes: number;
  company: string;
  sender: string;
  toPerson: string;
}

/** Returns a fax of the account by its key; deleted ones are not found. */
export async function findResendSource(
  tx: Db,
  account: AccountId,
  pathKey: string,
): Promise<ResendSource | undefined> {
  return await tx
    .selectFrom('fax as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .innerJoin('fax_party as p', (join) =>
      join.onRef('p.account_id', '=', 'f.account_id').onRef('p.id', '=', 'f.party_id'),
    )
    .select([
      'f.id as faxId',
      'f.action',
      'f.status',
      'f.is_test as isTest',
      'f.other_number as number',
      'd.id as documentId',
      'd.state as documentState',
      'd.pages',
      'd.bytes',
      'p.company',
      'p.sender',
      'p.to_person as toPerson',
    ])
    .where('f.account_id', '=', account)
    .where('f.path_key', '=', pathKey)
    .where('f.deleted_at', 'is', null)
    .where('f.outbox', '=', false)
    .where(madeByCaller('f.person_id'))
    .executeTakeFirst();
}

/** Removes the failed fax from Dashboard.failed: a later fax to the same number replaces it. */
export async function supersede(tx: Db, account: AccountId, faxId: number, by: number): Promise<void> {
  await tx
    .updateTable('fax')
    .set({ superseded_by: by })
    .where('account_id', '=', account)
    .where('id', '=', faxId)
    .execute();
}

/** Records that the description beside the files of a document is no longer complete. */
export async function noteUndescribed(tx: Db, documentId: number): Promise<void> {
  await tx
    .updateTable('document')
    .set({ described_at: null })
    .where('id', '=', documentId)
    .where('described_at', 'is not', null)
    .execute();
}

/** Gives a document that could not be converted another chance, because its fax is sent again. */
export async function renewDocument(tx: Db, documentId: number): Promise<void> {
  await tx
    .updateTable('document')
    .set({ state: 'new', fault: null, deaths: 0, orphanings: 0, convert_at: new Date() })
    .where('id', '=', documentId)
    .where('state', '=', 'failed')
    .execute();
}

/** Counts an uncertain fax as sent, on a person's word. Returns the pages known to have arrived, or null. */
export async function acceptUncertain(
  tx: Db,
  account: AccountId,
  faxId: number,
): Promise<{ pages: number; isTest: boolean } | null> {
  const fax = await tx
    .selectFrom('fax')
    .select(['uncertain_pages', 'is_test'])
    .where('account_id', '=', account)
    .where('id', '=', faxId)
    .where('deleted_at', 'is', null)
    .where('uncertain_pages', 'is not', null)
    .where(madeByCaller('person_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!fax) return null;
  const confirmed = fax.uncertain_pages ?? 0;
  await tx
    .updateTable('fax')
    .set({ status: 'OK', reason: null, uncertain_pages: null })
    .where('account_id', '=', account)
    .where('id', '=', faxId)
    .execute();
  await tx
    .updateTable('send_job')
    .set({ state: 'DELIVERED', billed_pages: confirmed })
    .where('account_id', '=', account)
    .where('fax_id', '=', faxId)
    .where('state', '=', 'UNCERTAIN')
    .execute();
  return { pages: confirmed, isTest: fax.is_test };
}
