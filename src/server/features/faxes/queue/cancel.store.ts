import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { madeByCaller } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Channel that tells the workers of all processes that someone wants to end a call. */
export const CANCEL_CHANNEL = 'f2e_cancel';

/**
 * Cancels a job that is not being sent. A job that is being sent stays as it is, and `underWay` is true. Returns null
 * if the account has no unfinished job with this id.
 */
export async function cancelOpenJob(
  tx: Db,
  account: AccountId,
  jobId: number,
): Promise<{ faxId: number; underWay: boolean } | null> {
  const job = await tx
    .selectFrom('send_job as j')
    .innerJoin('fax as f', (join) =>
      join.onRef('f.account_id', '=', 'j.account_id').onRef('f.id', '=', 'j.fax_id'),
    )
    .select(['j.state', 'j.fax_id', 'j.send_at'])
    .where('j.account_id', '=', account)
    .where('j.id', '=', jobId)
    .where(madeByCaller('f.person_id'))
    .forUpdate('j')
    .executeTakeFirst();
  if (job?.state === 'SENDING') return { faxId: job.fax_id, underWay: true };
  if (!job || !['QUEUED', 'WAITING', 'CONVERTING'].includes(job.state)) return null;
  await tx
    .updateTable('send_job')
    .set({ state: 'CANCELLED', finished_at: new Date(), lease_owner: null })
    .where('id', '=', jobId)
    .execute();
  await tx
    .updateTable('fax')
    .set({ outbox: false, deleted_at: new Date() })
    .where('account_id', '=', account)
    .where('id', '=', job.fax_id)
    .execute();
  if (job.send_at) await dropCopies(tx, account, job.fax_id);
  return { faxId: job.fax_id, underWay: false };
}

/**
 * Deletes copies by mail with their fax: once every fax of a document was canceled before its time, they are not sent
 * either.
 */
async function dropCopies(tx: Db, account: AccountId, faxId: number): Promise<void> {
  await sql`
    delete from fax_copy c where c.account_id = ${account} and c.state = 'waiting'
      and c.document_id = (select document_id from fax where account_id = ${account} and id = ${faxId})
      and not exists (
        select from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id
        where f.document_id = c.document_id and j.state <> 'CANCELLED')`.execute(tx);
}

/** Asks the worker that holds the call of a job to end it; the outcome is written with the end of the call. */
export async function askToCancel(tx: Db, jobId: number): Promise<void> {
  await tx
    .updateTable('send_job')
    .set({ cancel_asked_at: new Date() })
    .where('id', '=', jobId)
    .where('state', '=', 'SENDING')
    .execute();
  await sql`select pg_notify(${CANCEL_CHANNEL}, '')`.execute(tx);
}

/** Returns the jobs of this worker whose calls someone wants to end. */
export async function findCancelled(db: Db, owner: string): Promise<number[]> {
  const rows = await db
    .selectFrom('send_job')
    .select('id')
    .where('state', '=', 'SENDING')
    .where('lease_owner', '=', owner)
    .where('cancel_asked_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}
