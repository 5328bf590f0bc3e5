import type { ConsideredLine } from '#contract/faxes/queue.admin.ts';
import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A job with everything that an operator may need. */
export interface JobFile {
  jobId: number;
  faxId: number;
  accountId: number;
  to: string;
  state: string;
  /** Whether it was sent with a test key, so that no line carries it. */
  test: boolean;
  dials: number;
  line: string | null;
  reason: string | null;
  origin: string;
  pages: number;
  confirmedPages: number;
  createdAt: Date;
  nextAt: Date | null;
  finishedAt: Date | null;
  documentId: number;
  documentState: string;
  convertedAt: Date | null;
  convertMs: number | null;
  /** The worker that holds it now, and the end of its lease. */
  worker: string | null;
  leaseUntil: Date | null;
}

/** A call that was placed, or was about to be. */
export interface JobCall {
  n: number;
  line: string | null;
  startedAt: Date;
  endedAt: Date | null;
  result: string | null;
  pages: number;
  /**
   * Bits per second, whether damaged data was repeated (ECM), and the length of the call; null if the line does not
   * report it.
   */
  rate: number | null;
  ecm: boolean | null;
  seconds: number | null;
  /** The station id of the far machine. */
  stationId: string;
  /** The line's own message about the end. */
  detail: string;
  /** The call's name at the line or carrier, to quote in questions to them. */
  callRef: string;
  /** Its record, if the line reports the progress of its calls. */
  recordId: number | null;
  /** Why this line was chosen; empty if there was no choice. */
  why: ConsideredLine[];
}

/** Returns one job by its id, of any account: only operators may call this. */
export async function readJob(db: Db, jobId: number): Promise<JobFile | undefined> {
  const { rows } = await sql<JobFile>`
    select j.id as "jobId", j.fax_id as "faxId", j.account_id as "accountId", j.to_number as "to", j.state,
      j.is_test as test, j.dials::int as dials, l.name as line, coalesce(j.last_error, f.reason) as reason, j.origin, f.pages,
      j.confirmed_pages as "confirmedPages", j.created_at as "createdAt",
      case when j.finished_at is null then j.next_at end as "nextAt", j.finished_at as "finishedAt",
      d.id as "documentId", d.state as "documentState",
      d.converted_at as "convertedAt", d.convert_ms as "convertMs", j.lease_owner as worker, j.lease_until as "leaseUntil"
    from send_job j
    join fax f on f.account_id = j.account_id and f.id = j.fax_id
    join document d on d.id = f.document_id
    left join line l on l.id = j.line_id
    where j.id = ${jobId}`.execute(db);
  return rows[0];
}

/** Returns its calls, oldest first. */
export async function readCalls(db: Db, jobId: number): Promise<JobCall[]> {
  return await db
    .selectFrom('send_attempt as a')
    .leftJoin('line as l', 'l.id', 'a.line_id')
    .leftJoin('line_call as c', (join) =>
      join.onRef('c.call_ref', '=', 'a.call_ref').on('c.direction', '=', 'out'),
    )
    .select([
      'c.id as recordId',
      sql<ConsideredLine[]>`coalesce(a.why, '[]')`.as('why'),
      'a.n',
      'l.name as line',
      'a.started_at as startedAt',
      'a.ended_at as endedAt',
      'a.result',
      'a.pages_sent as pages',
      'a.rate',
      'a.ecm',
      'a.call_seconds as seconds',
      'a.station_id as stationId',
      'a.detail',
      'a.call_ref as callRef',
    ])
    .where('a.job_id', '=', jobId)
    .orderBy('a.n')
    .execute();
}

/** Returns the ids of the jobs that a restore has held, oldest first. */
export async function findHeldJobs(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('send_job')
    .select('id')
    .where('state', '=', 'UNCERTAIN')
    .where('last_error', '=', 'HELD_AFTER_RESTORE')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Puts an ended job back into the queue as if it had just been added: its fax returns to the outbox, its earlier calls
 * stay on record. Works only from one of `states`, and only if its fax still exists; returns false otherwise.
 */
export async function requeueJob(
  tx: Db,
  job: Pick<JobFile, 'jobId' | 'accountId' | 'faxId' | 'documentState'>,
  states: readonly ('FAILED' | 'UNCERTAIN')[],
): Promise<boolean> {
  const fax = await tx
    .updateTable('fax')
    .set({ outbox: true, status: 'OK', reason: null, uncertain_pages: null, superseded_by: null })
    .where('account_id', '=', job.accountId)
    .where('id', '=', job.faxId)
    .where('deleted_at', 'is', null)
    .where('outbox', '=', false)
    .returning('id')
    .executeTakeFirst();
  if (!fax) return false;
  const back = await tx
    .updateTable('send_job')
    .set({
      state: 'QUEUED',
      ready: job.documentState === 'ready',
      dials: 0,
      faults: 0,
      next_at: sql<Date>`now()`,
      last_error: null,
      confirmed_pages: 0,
      brought_pages: 0,
      finished_at: null,
      cancel_asked_at: null,
      lease_owner: null,
      lease_until: null,
      line_id: null,
    })
    .where('id', '=', job.jobId)
    .where('state', 'in', [...states])
    .returning('id')
    .executeTakeFirst();
  return back !== undefined;
}

/** Makes a waiting job due now. Returns false if it does not wait for its next call. */
export async function hurryJob(tx: Db, jobId: number): Promise<boolean> {
  const row = await tx
    .updateTable('send_job')
    .set({ next_at: sql<Date>`now()` })
    .where('id', '=', jobId)
    .where('state', '=', 'WAITING')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
