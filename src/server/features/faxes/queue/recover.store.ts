import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import { LEASE_SECONDS, OWN_MACHINE_SECONDS, SILENCE_SECONDS, WORKER_LOCK_CLASS } from './lease.ts';
import { documentOf, leaseEnd } from './queue.store.ts';
import type { ClaimedJob } from './queue.store.ts';

/** A job whose worker died; `dialled` is true if its call may have reached the line. */
export interface InterruptedJob extends ClaimedJob {
  dialled: boolean;
}

/**
 * Whether the holder of a lease is dead: the lease has expired, or the lock that the holder keeps for life is free and
 * the holder has been silent for longer than a living worker needs to come back.
 */
function holderIsDead(owner: string, until: string) {
  return sql<boolean>`(
    ${sql.ref(until)} < now() or (
      ${sql.ref(until)} < now() + make_interval(secs => ${LEASE_SECONDS - SILENCE_SECONDS})
      and ${lockIsFree(owner)}
    )
  )`;
}

/** Whether nobody holds the lock of the worker with the number in this column. */
function lockIsFree(owner: string) {
  return sql<boolean>`not exists (
    select 1 from pg_locks l
    where l.locktype = 'advisory' and l.granted and l.objsubid = 2
      and l.database = (select oid from pg_database where datname = current_database())
      and l.classid::text = ${String(WORKER_LOCK_CLASS)} and l.objid::text = ${sql.ref(owner)}
  )`;
}

/** What a worker that has handed a call over, or was about to, can still do about it. */
export type Dialler = 'withdrawn' | 'dead' | 'may-still-dial';

/**
 * Since when this server has kept workers' locks. A restart frees all of them. A promoted standby never had the locks
 * of the previous server, which date back to the last transaction that it replayed (PostgreSQL keeps that time after a
 * promotion; a server that was never a standby since its start has none).
 */
const LOCKS_SINCE = sql<Date>`greatest(
  pg_postmaster_start_time(), coalesce(pg_last_xact_replay_timestamp(), '-infinity')
)`;

/**
 * Returns whether the worker that marked the call as dialed can still place it. It is proved dead if the lock that it
 * keeps for life is free and the database has kept its locks since. A frozen process keeps its lock; a worker that only
 * lost its connection takes its lock again, or finds its lease too old before it dials.
 */
export async function readDialler(db: Db, job: Pick<ClaimedJob, 'jobId' | 'attempt'>): Promise<Dialler> {
  const row = await db
    .selectFrom('send_attempt')
    .select((eb) => eb('dialled_at', 'is', null).as('withdrawn'))
    .select(
      sql<boolean>`coalesce(dialled_at > ${LOCKS_SINCE}
        and dialled_by is not null and ${lockIsFree('send_attempt.dialled_by')}, false)`.as('dead'),
    )
    .where('job_id', '=', job.jobId)
    .where('n', '=', job.attempt)
    .executeTakeFirstOrThrow();
  if (row.withdrawn) return 'withdrawn';
  return row.dead ? 'dead' : 'may-still-dial';
}

/**
 * Whether another worker holds a row, or this one without being aware of it: if the database dies during the commit of
 * a claim, nobody learns that it was committed. `held` is what this worker is aware of.
 */
function isAbandoned(column: string, until: string, id: string, owner: string, held: readonly number[]) {
  return sql<boolean>`(${sql.ref(column)} <> ${owner} or (${sql.ref(until)} < now() and not ${sql.ref(id)} = any(${held}::bigint[])))`;
}

/** Whether another machine alone has the outcome of this job's call, and may still come back and report it. */
function isLeftTo(machine: string | undefined) {
  return sql<boolean>`(
    send_job.lease_until > now() - make_interval(secs => ${OWN_MACHINE_SECONDS - LEASE_SECONDS})
    and exists (
      select 1 from send_attempt a
      where a.job_id = send_job.id and a.ended_at is null and a.dialled_at is not null
        and a.known_on <> ${machine ?? ''}
    )
  )`;
}

/** The tables with leases, and their columns for the holder and the end of a lease. */
const LEASED = {
  send_job: { state: 'SENDING', owner: 'send_job.lease_owner', until: 'send_job.lease_until' },
  document: { state: 'new', owner: 'document.convert_owner', until: 'document.convert_until' },
} as const;

/** Locks one job or document of a dead worker; undefined if there is none. */
export async function lockOfDead(
  tx: Db,
  table: keyof typeof LEASED,
  owner: string,
  held: readonly number[],
  leftOut: RawBuilder<boolean> = sql<boolean>`false`,
): Promise<number | undefined> {
  const leased = LEASED[table];
  const dead = await tx
    .selectFrom(table)
    .select('id')
    .where('state', '=', leased.state)
    .where(leased.owner, 'is not', null)
    .where(isAbandoned(leased.owner, leased.until, `${table}.id`, owner, held))
    .where(holderIsDead(leased.owner, leased.until))
    .where((eb) => eb.not(leftOut))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return dead?.id;
}

/**
 * Takes over one job of a dead worker under a new token, so that the old worker can write nothing anymore. `machine` is
 * the one that this worker runs on.
 */
export async function takeOverJob(
  tx: Db,
  owner: string,
  held: readonly number[],
  machine?: string,
): Promise<InterruptedJob | null> {
  const dead = await lockOfDead(tx, 'send_job', owner, held, isLeftTo(machine));
  if (dead === undefined) return null;
  const job = await tx
    .updateTable('send_job')
    .set((eb) => ({ lease_owner: owner, lease_token: eb('lease_token', '+', 1), lease_until: leaseEnd }))
    .where('id', '=', dead)
    .returning([
      'id',
      'account_id',
      'fax_id',
      'to_number',
      'dials',
      'faults',
      'lease_token',
      'line_id',
      'confirmed_pages',
      'brought_pages',
      'is_test',
      'origin',
    ])
    .executeTakeFirstOrThrow();
  const attempt = await lastAttempt(tx, dead);
  const document = await documentOf(tx, job.account_id, job.fax_id);
  return {
    jobId: job.id,
    token: job.lease_token,
    accountId: job.account_id,
    faxId: job.fax_id,
    to: job.to_number,
    dials: job.dials,
    faults: job.faults,
    attempt: attempt.n,
    callRef: attempt.call_ref,
    lineId: job.line_id ?? 0,
    isTest: job.is_test,
    byRule: job.origin === 'rule',
    confirmed: job.confirmed_pages,
    brought: job.brought_pages,
    dialled: attempt.dialled_at !== null,
    ...document,
  };
}

async function lastAttempt(tx: Db, jobId: number) {
  return await tx
    .selectFrom('send_attempt')
    .select(['n', 'call_ref', 'dialled_at'])
    .where('job_id', '=', jobId)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}
