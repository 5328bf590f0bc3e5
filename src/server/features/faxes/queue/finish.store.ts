import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { CallLink } from '#engine/fax-line/port.ts';

import { lockClosed } from './acting.store.ts';
import { LeaseLost } from './lease.ts';
import { leaseEnd } from './queue.store.ts';
import type { ClaimedJob } from './queue.store.ts';

/** What every write of a worker names: a job whose lease was taken over does not match any more. */
type Held = Pick<ClaimedJob, 'jobId' | 'token' | 'attempt' | 'accountId' | 'faxId'>;

/** Result of an attempt, and reason of a fax, that somebody has cancelled. */
export const CANCELLED = 'CANCELLED';

/** A line that failed a job is not tried again by it for so long, where another line reaches the number. */
const PASSED_OVER_SECONDS = 300;

/** How an attempt is written down. */
export interface AttemptEnd {
  result: string;
  pages: number;
  remoteId?: string;
  detail?: string;
  link?: CallLink | undefined;
}

/**
 * Renews the lease and marks that the call is about to be handed over, by which worker, and which machine
 * alone will know what became of it, if that is so. Throws LeaseLost when the job
 * is somebody else's or was cancelled: then the call must not be placed.
 */
export async function markDialled(db: Db, job: Held, knownOn: string | null = null): Promise<void> {
  // The row of the job is locked first, so that a take-over has to wait for this write and then sees it.
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
 * The call was marked and then not handed over, and never will be. Said even when the lease is lost: whoever has the job
 * now knows then that the number may be called again.
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

/** Whether the call of this attempt may have been handed over. */
export async function isDialled(tx: Db, { jobId, attempt }: Held): Promise<boolean> {
  const row = await tx
    .selectFrom('send_attempt')
    .select('dialled_at')
    .where('job_id', '=', jobId)
    .where('n', '=', attempt)
    .executeTakeFirst();
  return (row?.dialled_at ?? null) !== null;
}

/** Writes down how many pages the far end has confirmed so far; after a lost lease it changes nothing. */
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

/** The job is done; its fax moves to Sent. Usage and audit are the caller's, in the same transaction. */
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

/** The job failed for good; a fax that was cut off half-way keeps the count of the pages that went through. */
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
 * Whether nothing more is to be sent of a job: somebody cancelled it, or its account was closed meanwhile. Both rows are
 * locked: who cancels or closes after this finds how the call ended.
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

/** The call was ended because somebody wanted that: the fax is kept among the sent ones, with what had arrived. */
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

/** Nobody knows whether the rest arrived: a person decides, it is never dialled again by itself. */
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

/** The line is passed over by this job for a while, and checked at once by whoever checks lines. */
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
