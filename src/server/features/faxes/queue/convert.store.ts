import { sql } from 'kysely';

import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { Db } from '#engine/database/port.ts';

import { LeaseLost } from './lease.ts';
import { leaseEnd } from './queue.store.ts';
import { lockOfDead } from './recover.store.ts';

/** A document that crashes its converter this often is given up (F-send-15). */
const MAX_DEATHS = 3;

/**
 * A document is given up after this many ended workers or failures of our own code. Converters run in separate
 * processes, so the end of a worker is hardly ever the document's fault, and a document that is in progress at each of
 * many power cuts must not be blamed for them (F-send-04).
 */
const MAX_ORPHANINGS = 30;

/** Why a document is released: its converter crashed, its whole worker ended, our own code failed, or none of these. */
export type Mishap = 'crashed' | 'orphaned' | 'failed' | 'none';

/** A document that this worker converts. */
export interface ClaimedDocument {
  id: number;
  token: number;
  accountId: number;
  storageKey: string;
  originals: OriginalFile[];
  /** The contents of its cover page; null for none. */
  cover: unknown;
}

/** The columns of a claimed document. */
const CLAIMED = [
  'id',
  'convert_token as token',
  'account_id as accountId',
  'storage_key as storageKey',
  'originals',
  'cover',
] as const;

/** The pages that a conversion produced. */
export interface ConvertedPages {
  tiffKey: string;
  pages: number;
  bytes: number;
  sha256: Buffer;
  /** How long the conversion took, in milliseconds. */
  ms?: number;
}

/** Claims the next document, of the account whose turn it is; its jobs become CONVERTING. Null if none waits. */
export async function claimDocument(tx: Db, owner: string): Promise<ClaimedDocument | null> {
  const { rows } = await sql<{ id: number }>`
    select d.id from send_turn t join account a on a.id = t.account_id and a.acts
    cross join lateral (
      select id from document
      where account_id = t.account_id and state = 'new' and convert_owner is null and convert_at <= now()
      order by id limit 1
    ) d
    order by t.convert_turn, t.account_id limit 1
  `.execute(tx);
  if (!rows[0]) return null;
  const document = await tx
    .updateTable('document')
    .set((eb) => ({
      convert_owner: owner,
      convert_token: eb('convert_token', '+', 1),
      convert_until: leaseEnd,
    }))
    .where('id', '=', rows[0].id)
    .where('state', '=', 'new')
    .where('convert_owner', 'is', null)
    .returning(CLAIMED)
    .executeTakeFirst();
  if (!document) return null;
  await tx
    .updateTable('send_turn')
    .set({ convert_turn: sql<number>`nextval('send_turn_number')` })
    .where('account_id', '=', document.accountId)
    .execute();
  await openJobs(tx, document).set({ state: 'CONVERTING' }).execute();
  return document;
}

/** Stores the result. Returns how many numbers wait, and when they are to be sent, if later. Throws LeaseLost. */
export async function finishDocument(
  tx: Db,
  document: ClaimedDocument,
  result: ConvertedPages,
): Promise<{ numbers: number; at: Date | null }> {
  await endDocument(tx, document, {
    state: 'ready',
    tiff_key: result.tiffKey,
    pages: result.pages,
    bytes: result.bytes,
    sha256: result.sha256,
    convert_ms: result.ms ?? null,
    fault: null,
  });
  await tx
    .updateTable('fax')
    .set({ pages: result.pages, bytes: result.bytes })
    .where('account_id', '=', document.accountId)
    .where('document_id', '=', document.id)
    .execute();
  const { rows } = await sql<{ numbers: number; at: Date | null }>`
    select count(*) filter (where not j.is_test) as numbers, min(j.send_at) as at
    from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id
    where f.document_id = ${document.id} and not j.ready and j.state in ('QUEUED', 'CONVERTING')
  `.execute(tx);
  return rows[0] ?? { numbers: 0, at: null };
}

/** Releases the document's jobs for dialing: it has pages. */
export async function releaseJobs(
  tx: Db,
  document: Pick<ClaimedDocument, 'id' | 'accountId'>,
): Promise<void> {
  await openJobs(tx, document)
    .set({ state: 'QUEUED', ready: true, next_at: sql<Date>`now()` })
    .execute();
}

/** Fails all waiting jobs of the document with the reason. Returns the jobs and their faxes. */
export async function failJobs(
  tx: Db,
  document: Pick<ClaimedDocument, 'id' | 'accountId'>,
  reason: string,
): Promise<{ id: number; fax_id: number; is_test: boolean }[]> {
  const jobs = await openJobs(tx, document)
    .set({ state: 'FAILED', last_error: reason, finished_at: new Date() })
    .returning(['id', 'fax_id', 'is_test'])
    .execute();
  if (jobs.length === 0) return [];
  await tx
    .updateTable('fax')
    .set({ outbox: false, status: 'FAILED', reason })
    .where('account_id', '=', document.accountId)
    .where(
      'id',
      'in',
      jobs.map((job) => job.fax_id),
    )
    .execute();
  return jobs;
}

export async function markDocumentFailed(
  tx: Db,
  document: ClaimedDocument,
  fault: string,
  ms: number | null,
): Promise<void> {
  await endDocument(tx, document, { state: 'failed', fault, convert_ms: ms });
}

/** Releases the document for another attempt after `seconds`. Returns whether there may be another one. */
export async function returnDocument(
  tx: Db,
  document: ClaimedDocument,
  { mishap, seconds }: { mishap: Mishap; seconds: number },
): Promise<'again' | 'given-up'> {
  const row = await tx
    .updateTable('document')
    .set((eb) => ({
      convert_owner: null,
      convert_until: null,
      deaths: eb('deaths', '+', mishap === 'crashed' ? 1 : 0),
      orphanings: eb('orphanings', '+', mishap === 'orphaned' || mishap === 'failed' ? 1 : 0),
      convert_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    }))
    .where('id', '=', document.id)
    .where('convert_token', '=', document.token)
    .where('state', '=', 'new')
    .returning(['deaths', 'orphanings'])
    .executeTakeFirst();
  if (!row) throw new LeaseLost();
  await openJobs(tx, document).set({ state: 'QUEUED' }).execute();
  return row.deaths >= MAX_DEATHS || row.orphanings >= MAX_ORPHANINGS ? 'given-up' : 'again';
}

/** Takes over one document of a dead worker, under a new token; the caller decides what becomes of it. */
export async function takeOverDocument(
  tx: Db,
  owner: string,
  held: readonly number[],
): Promise<ClaimedDocument | null> {
  const dead = await lockOfDead(tx, 'document', owner, held);
  if (dead === undefined) return null;
  return await tx
    .updateTable('document')
    .set((eb) => ({
      convert_owner: owner,
      convert_token: eb('convert_token', '+', 1),
      convert_until: leaseEnd,
    }))
    .where('id', '=', dead)
    .returning(CLAIMED)
    .executeTakeFirstOrThrow();
}

/** Renews the leases of these documents. */
export async function renewDocuments(db: Db, owner: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('document')
    .set({ convert_until: leaseEnd })
    .where('id', 'in', ids)
    .where('convert_owner', '=', owner)
    .execute();
}

async function endDocument(
  tx: Db,
  document: ClaimedDocument,
  change: { state: 'ready' | 'failed'; fault: string | null } & Partial<{
    tiff_key: string;
    pages: number;
    bytes: number;
    sha256: Buffer;
    convert_ms: number | null;
  }>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('document')
    .set({ ...change, convert_owner: null, convert_until: null, converted_at: sql<Date>`now()` })
    .where('id', '=', document.id)
    .where('convert_token', '=', document.token)
    .where('state', '=', 'new')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost();
}

function openJobs(tx: Db, document: Pick<ClaimedDocument, 'id' | 'accountId'>) {
  return tx
    .updateTable('send_job')
    .where('account_id', '=', document.accountId)
    .where('ready', '=', false)
    .where('state', 'in', ['QUEUED', 'CONVERTING'])
    .where('fax_id', 'in', (eb) =>
      eb
        .selectFrom('fax')
        .select('fax.id')
        .where('fax.account_id', '=', document.accountId)
        .where('fax.document_id', '=', document.id),
    );
}
