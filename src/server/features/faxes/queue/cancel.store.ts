import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { madeByCaller } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Tells the workers of every process that somebody wants a call to end. */
export const CANCEL_CHANNEL = 'f2e_cancel';

/**
 * Cancels a job that is not being sent; one that is stays as it is, and is told so. Null when the account has no
 * unfinished job of this id.
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

/** Copies by mail go with the fax: where every fax of a document was cancelled before its time, they don't go either. */
async function dropCopies(tx: Db, account: AccountId, faxId: number): Promise<void> {
  await sql`
    delete from fax_copy c where c.account_id = ${account} and c.state = 'waiting'
      and c.document_id = (select document_id from fax where account_id = ${account} and id = ${faxId})
      and not exists (
        select from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id
        where f.document_id = c.document_id and j.state <> 'CANCELLED')`.execute(tx);
}

/** Asks whoever has the call of a job to end it; what comes of that is written with the end of the call. */
export async function askToCancel(tx: Db, jobId: number): Promise<void> {
  await tx
    .updateTable('send_job')
    .set({ cancel_asked_at: new Date() })
    .where('id', '=', jobId)
    .where('state', '=', 'SENDING')
    .execute();
  await sql`select pg_notify(${CANCEL_CHANNEL}, '')`.execute(tx);
}

/** Jobs of this worker whose calls somebody wants to end. */
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
