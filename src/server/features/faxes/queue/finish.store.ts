import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { CallLink } from '#engine/fax-line/port.ts';

import { lockClosed } from './acting.store.ts';
import { LeaseLost } from './lease.ts';
import { leaseEnd } from './queue.store.ts';
import type { ClaimedJob } from './queue.store.ts';

/** What identifies every write of a worker: a job whose lease was taken over does not match anymore. */
type Held = Pick<ClaimedJob, 'jobId' | 'token' | 'attempt' | 'accountId' | 'faxId'>;

/** Result of an attempt, and reason of a fax, that someone has canceled. */
export const CANCELLED = 'CANCELLED';

/** How long a job passes over a line that failed for it, if another line reaches the number. */
const PASSED_OVER_SECONDS = 300;

/** The outcome of an attempt as it is stored. */
export interface AttemptEnd {
  result: string;
  pages: number;
  remoteId?: string;
  detail?: string;
  link?: CallLink | undefined;
}

/**
 * Renews the lease and records that the call is about to be handed over, by which worker, and, if applicable, which
 * machine alone will have its outcome. Throws LeaseLost if another worker has the job or it was canceled: then the call
 * must not be placed.
 */
export async function markDialled(db: Db, job: Held, knownOn: string | null = null): Promise<void> {
  // The row of the job is locked first, so that a takeover has to wait for this write and then sees it.
  const { numAffectedRows } = await sql`
    with held as (
      update send_job set lease_until = ${leaseEnd}
      where id = ${job.jobId} and lease_token = ${job.token} and state = 'SENDING' and cancel_asked_at is null
      returning id, lease_owner
    )
    update send_attempt a set dialled_at = now(), dialled_by = held.lease_owner, known_on = ${knownOn}
    from held where a.job_id = held.id and a.n = ${job.attempt}
  `.execute(db);
  if (numAffectedRows !== 1n) throw new LeaseLost();
}

/**
 * Records that the call was marked but not handed over, and never will be. Written even if the lease is lost: it tells
 * the new holder of the job that the number may be called again.
 */
export async function markWithdrawn(db: Db, { jobId, attempt }: Held): Promise<void> {
  await db
    .updateTable('send_attempt')
    .set({ dialled_at: null, dialled_by: null })
    .where('job_id', '=', jobId)
    .where('n', '=', attempt)
    .where('ended_at', 'is', null)
    .execute();
}

/** Returns whether the call of this attempt may have been handed over. */
export async function isDialled(tx: Db, { jobId, attempt }: Held): Promise<boolean> {
  const row = await tx
    .selectFrom('send_attempt')
    .select('dialled_at')
    .where('job_id', '=', jobId)
    .where('n', '=', attempt)
    .executeTakeFirst();
  return (row?.dialled_at ?? null) !== null;
}

/** Records how many pages the far end has confirmed so far; has no effect once the lease is lost. */
export async function markConfirmed(db: Db, job: Held, pages: number): Promise<void> {
  await db
    .updateTable('send_job')
    .set({ confirmed_pages: pages })
    .where('id', '=', job.jobId)
    .where('lease_token', '=', job.token)
    .where('state', '=', 'SENDING')
    .where('confirmed_pages', '<', pages)
    .execute();
}

/** Marks the job as done; its fax moves to Sent. The caller writes usage and audit in the same transaction. */
export async function finishDelivered(tx: Db, job: Held, end: AttemptEnd): Promise<void> {
  await endJob(tx, job, { state: 'DELIVERED', last_error: null, billed_pages: end.pages });
  await endAttempt(tx, job, end);
  await tx
    .updateTable('fax')
    .set({ outbox: false, status: 'OK', reason: null })
    .where('account_id', '=', job.accountId)
    .where('id', '=', job.faxId)
    .execute();
}

/** Fails the job for good; a fax that was cut off midway keeps the number of pages that went through. */
export async function finishFailed(tx: Db, job: Held, end: AttemptEnd): Promise<void> {
  await endJob(tx, job, { state: 'FAILED', last_error: end.result });
  await endAttempt(tx, job, end);
  await tx
    .updateTable('fax')
    .set({ outbox: false, status: 'FAILED', reason: end.result, ...(end.pages > 0 && { pages: end.pages }) })
    .where('account_id', '=', job.accountId)
    .where('id', '=', job.faxId)
    .execute();
}

/**
 * Returns why nothing more of a job is to be sent: someone canceled it, or its account was closed meanwhile. Locks both
 * rows, so that canceling or closing after this sees how the call ended.
 */
export async function isUnwanted(tx: Db, job: Held): Promise<'cancelled' | 'closed' | null> {
  const closed = await lockClosed(tx, job.accountId);
  const row = await tx
    .selectFrom('send_job')
    .select('cancel_asked_at')
    .where('id', '=', job.jobId)
    .where('lease_token', '=', job.token)
    .forUpdate()
    .executeTakeFirst();
  if ((row?.cancel_asked_at ?? null) !== null) return 'cancelled';
  return closed ? 'closed' : null;
}

/**
 * Ends a job whose call was hung up on request: the fax is kept among the sent ones, with the pages that had arrived.
 */
export async function finishCancelled(tx: Db, job: Held, end: AttemptEnd): Promise<void> {
  await endJob(tx, job, { state: 'CANCELLED', last_error: null, confirmed_pages: end.pages });
  await endAttempt(tx, job, end);
  await tx
    .updateTable('fax')
    .set({ outbox: false, status: 'FAILED', reason: CANCELLED, ...(end.pages > 0 && { pages: end.pages }) })
    .where('account_id', '=', job.accountId)
    .where('id', '=', job.faxId)
    .execute();
}

/**
 * Ends a job as uncertain: nobody knows whether the rest arrived. A person decides; it is never redialed automatically.
 */
export async function finishUncertain(tx: Db, job: Held, end: AttemptEnd): Promise<void> {
  await endJob(tx, job, { state: 'UNCERTAIN', last_error: 'UNCERTAIN', confirmed_pages: end.pages });
  await endAttempt(tx, job, { ...end, result: 'UNCERTAIN' });
  await tx
    .updateTable('fax')
    .set({ outbox: false, status: 'FAILED', reason: 'UNCERTAIN', uncertain_pages: end.pages })
    .where('account_id', '=', job.accountId)
    .where('id', '=', job.faxId)
    .execute();
}

/** The job waits for another call; `counts` false gives the dial back, `faults` are those of lines in a row. */
export async function finishWaiting(
  tx: Db,
  job: Held,
  end: AttemptEnd,
  again: { afterMs: number; counts: boolean; faults?: number; brought?: number; failedLine?: number },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('send_job')
    .set((eb) => ({
      state: 'WAITING',
      last_error: end.result,
      ...(again.faults !== undefined && { faults: again.faults }),
      ...(again.brought !== undefined && { brought_pages: again.brought }),
      ...(again.failedLine !== undefined && passOver(again.failedLine)),
      dials: again.counts ? eb.ref('dials') : eb('dials', '-', 1),
      next_at: sql<Date>`now() + make_interval(secs => ${again.afterMs / 1000}::float8)`,
      lease_owner: null,
      lease_until: null,
      line_id: null,
    }))
    .where('id', '=', job.jobId)
    .where('lease_token', '=', job.token)
    .where('state', '=', 'SENDING')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost();
  await endAttempt(tx, job, end);
}

/** Makes the job pass over the line for a while. */
function passOver(lineId: number) {
  return {
    failed_lines: sql<
      number[]
    >`case when failed_until > now() then array_remove(failed_lines, ${lineId}::int) else '{}' end || ${lineId}::int`,
    failed_until: sql<Date>`now() + make_interval(secs => ${PASSED_OVER_SECONDS})`,
  };
}

/** For how many hours the job has been called, from its first call on. */
export async function hoursOfCalls(tx: Db, { jobId }: Held): Promise<number> {
  const { hours } = await tx
    .selectFrom('send_attempt')
    .select(sql<number>`(extract(epoch from now() - min(started_at)) / 3600)::float8`.as('hours'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  return hours;
}

/** Asks for a check of the line now: a call has just failed because of it. */
export async function askForCheck(tx: Db, lineId: number): Promise<void> {
  await tx.updateTable('line').set({ checked_at: null }).where('id', '=', lineId).execute();
}

async function endJob(
  tx: Db,
  job: Held,
  change: {
    state: 'DELIVERED' | 'FAILED' | 'UNCERTAIN' | 'CANCELLED';
    last_error: string | null;
    billed_pages?: number;
    confirmed_pages?: number;
  },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('send_job')
    .set({ ...change, finished_at: new Date(), lease_owner: null, lease_until: null })
    .where('id', '=', job.jobId)
    .where('lease_token', '=', job.token)
    .where('state', '=', 'SENDING')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost();
}

async function endAttempt(tx: Db, job: Held, end: AttemptEnd): Promise<void> {
  await tx
    .updateTable('send_attempt')
    .set({
      ended_at: new Date(),
      result: end.result,
      pages_sent: end.pages,
      remote_id: end.remoteId ?? '',
      detail: end.detail ?? '',
      rate: end.link?.rate ?? null,
      ecm: end.link?.ecm ?? null,
      call_seconds: end.link?.seconds ?? null,
      station_id: end.link?.stationId ?? '',
    })
    .where('job_id', '=', job.jobId)
    .where('n', '=', job.attempt)
    .execute();
}
