import type { ConsideredLine } from '#contract/faxes/queue.admin.ts';
import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import { tryLockActing } from './acting.store.ts';
import { LEASE_SECONDS } from './lease.ts';

/** Most concurrent calls of one account: the rest of the channels is for the others. */
export const ACCOUNT_CALLS = 4;

/** Class of the advisory locks on called numbers. */
const DESTINATION_LOCK = 7_032_555;

/** A job that this worker holds, with everything that its call needs. */
export interface ClaimedJob {
  jobId: number;
  token: number;
  accountId: number;
  faxId: number;
  to: string;
  /** The number of this call among those that reached the line. */
  dials: number;
  /** How many calls before this one failed in a row because of their line. */
  faults: number;
  /** Number of the attempt's row. */
  attempt: number;
  callRef: string;
  /** 0 for a test fax, which has no line. */
  lineId: number;
  /** Whether it was sent with a test key. */
  isTest: boolean;
  /** Whether a rule forwards a received fax. */
  byRule: boolean;
  pages: number;
  tiffKey: string;
  confirmed: number;
  /** Pages that earlier calls have delivered. */
  brought: number;
}

/**
 * Takes the account's turn if no other worker is taking it and the account may act. The locks last until the
 * transaction ends, so an account that is being suspended or closed gets no call after that is committed.
 */
export async function lockTurn(tx: Db, accountId: number): Promise<'locked' | 'contended' | 'full'> {
  const turn = await tx
    .selectFrom('send_turn')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!turn) return 'contended';
  if (!(await tryLockActing(tx, accountId))) return 'contended';
  // A separate statement: only a new snapshot sees what the lock's last holder committed.
  const calls = await tx
    .selectFrom('send_job')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'SENDING')
    .executeTakeFirstOrThrow();
  return calls.n < ACCOUNT_CALLS ? 'locked' : 'full';
}

/**
 * Claims the job for this worker, records that an attempt begins and passes the turn on, in one statement because
 * others wait for the line's lock meanwhile. From its commit on, a crash leaves a trace. Returns null if the job was
 * canceled, taken or given another number meanwhile: the line was chosen for its old number.
 */
export async function claimJob(
  tx: Db,
  claim: Pick<ClaimedJob, 'jobId' | 'accountId' | 'to' | 'callRef'> & {
    owner: string;
    /** Null for a test fax, and only for one. */
    lineId: number | null;
    /** Why this line was chosen over the others. */
    why?: readonly ConsideredLine[] | null;
  },
): Promise<ClaimedJob | null> {
  const { rows } = await sql<Omit<ClaimedJob, 'accountId' | 'lineId' | 'callRef' | 'confirmed' | 'isTest'>>`
    with job as (
      update send_job set state = 'SENDING', dials = dials + 1, line_id = ${claim.lineId},
        confirmed_pages = brought_pages,
        lease_owner = ${claim.owner}, lease_token = lease_token + 1, lease_until = ${leaseEnd}
      where id = ${claim.jobId} and account_id = ${claim.accountId} and to_number = ${claim.to} and ready
        and is_test = ${claim.lineId === null}
        and state in ('QUEUED', 'WAITING') and next_at <= now()
      returning id, account_id, fax_id, to_number, dials, faults, lease_token, brought_pages, origin
    ), attempt as (
      insert into send_attempt (job_id, n, line_id, call_ref, why)
      select id, (select coalesce(max(n), 0) + 1 from send_attempt where job_id = job.id), ${claim.lineId}::bigint,
        ${claim.callRef}::text, ${claim.why ? JSON.stringify(claim.why) : null}::jsonb
      from job returning n
    ), turn as (
      update send_turn set turn = nextval('send_turn_number') where account_id in (select account_id from job)
    )
    select job.id as "jobId", job.lease_token as token, job.fax_id as "faxId", job.to_number as "to", job.dials, job.faults,
      job.brought_pages as brought, job.origin = 'rule' as "byRule",
      attempt.n as attempt, d.pages, d.tiff_key as "tiffKey"
    from job cross join attempt
    join fax f on f.account_id = job.account_id and f.id = job.fax_id
    join document d on d.id = f.document_id
  `.execute(tx);
  const job = rows[0];
  if (!job) return null;
  const { accountId, callRef, lineId } = claim;
  return {
    ...job,
    accountId,
    lineId: lineId ?? 0,
    callRef,
    isTest: lineId === null,
    confirmed: job.brought,
  };
}

/** Returns the pages that a job sends. */
export async function documentOf(
  db: Db,
  accountId: number,
  faxId: number,
): Promise<{ pages: number; tiffKey: string }> {
  return await db
    .selectFrom('fax as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .select('d.pages')
    .select(sql<string>`d.tiff_key`.as('tiffKey'))
    .where('f.account_id', '=', accountId)
    .where('f.id', '=', faxId)
    .executeTakeFirstOrThrow();
}

/** Most concurrent calls to one number: a machine has few lines, and a number must not be flooded. */
const DESTINATION_CALLS = 3;

/** Locks the number until the transaction ends. Returns whether another call to it may be placed now. */
export async function lockDestination(tx: Db, to: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${DESTINATION_LOCK}::int, hashtext(${to}))`.execute(tx);
  const calls = await tx
    .selectFrom('send_job')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('to_number', '=', to)
    .where('state', '=', 'SENDING')
    .where('is_test', '=', false)
    .executeTakeFirstOrThrow();
  return calls.n < DESTINATION_CALLS;
}

/** Postpones a job that no line reaches now, by `until` seconds or to that time, so that it blocks no other job. */
export async function postponeJob(
  db: Db,
  jobId: number,
  until: number | Date,
  reason: 'NO_ROUTE' | 'LINE_FAULT' | 'LINE_CLOSED',
): Promise<void> {
  await db
    .updateTable('send_job')
    .set({
      state: 'WAITING',
      last_error: reason,
      next_at: until instanceof Date ? until : sql<Date>`now() + make_interval(secs => ${until})`,
    })
    .where('id', '=', jobId)
    .where('state', 'in', ['QUEUED', 'WAITING'])
    .execute();
}

/** Returns the milliseconds until the next job of an account that may act is due; null if none waits. */
export async function nextDue(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('send_job')
    .innerJoin('account', 'account.id', 'send_job.account_id')
    .select(sql<number>`(extract(epoch from next_at - now()) * 1000)::float8`.as('ms'))
    .where('send_job.state', 'in', ['QUEUED', 'WAITING'])
    .where('ready', '=', true)
    .where('account.acts', '=', true)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  return row?.ms ?? null;
}

/** Renews the leases of these jobs. Returns those whose lease is still this worker's; the others are lost. */
export async function renewJobs(db: Db, owner: string, jobIds: readonly number[]): Promise<number[]> {
  if (jobIds.length === 0) return [];
  const renewed = await db
    .updateTable('send_job')
    .set({ lease_until: leaseEnd })
    .where('id', 'in', jobIds)
    .where('lease_owner', '=', owner)
    .where('state', '=', 'SENDING')
    .returning('id')
    .execute();
  return renewed.map(({ id }) => id);
}

/** Removes the turns of accounts without unfinished jobs, and adds turns for accounts that have jobs but no turn. */
export async function tidyTurns(tx: Db): Promise<void> {
  const { rows } = await sql<{ account_id: number }>`
    select account_id from send_turn order by account_id for update skip locked
  `.execute(tx);
  const locked = rows.map((row) => row.account_id);
  if (locked.length > 0) {
    await sql`
      delete from send_turn t where t.account_id = any(${locked}::bigint[]) and not exists (
        select 1 from send_job j where j.account_id = t.account_id
          and j.state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING'))
      -- A fax that goes to mail addresses alone has no jobs, and its pages are still to be made.
      and not exists (select 1 from document d where d.account_id = t.account_id and d.state = 'new')
    `.execute(tx);
  }
  await sql`
    insert into send_turn (account_id)
    select distinct account_id from send_job where state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING')
    on conflict do nothing
  `.execute(tx);
}

export const leaseEnd = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Postpones for a moment a job whose number has all the calls it may have: other jobs of its account need not wait. */
export async function deferJob(tx: Db, jobId: number, seconds: number): Promise<void> {
  await tx
    .updateTable('send_job')
    .set({ next_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', jobId)
    .where('state', 'in', ['QUEUED', 'WAITING'])
    .execute();
}
