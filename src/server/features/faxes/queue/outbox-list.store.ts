import { sql } from 'kysely';

import type { JobState } from '#engine/database/tables-faxes.ts';
import type { Db } from '#engine/database/port.ts';
import { madeByCaller } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A job as its progress is shown to people. */
export interface FollowedJob {
  faxId: number;
  jobId: number;
  to: string;
  name: string;
  company: string;
  dials: number;
  pages: number;
  at: Date;
  state: JobState;
  origin: string;
  isTest: boolean;
  /** Whether its call is being ended because its owner has canceled it. */
  cancelling: boolean;
  /** Why it is not dialed at the moment. */
  held: 'ACCOUNT' | 'ADMINISTRATOR' | null;
  /** Null for a deleted fax, and while its pages are still to be made. */
  pathKey: string | null;
  /** Why the last call failed, or the fax; null if there is no reason. */
  reason: string | null;
  /** When the next call is due: at once, at its time, for its next attempt, or when its delivery window opens. */
  nextAt: Date;
  /** Whether it is to be sent later. */
  later: boolean;
  /** Whether it waits for its delivery window to open. */
  byWindow: boolean;
  /** Whether it is dialed outside the delivery window, too. */
  anyHour: boolean;
  /** When the call in progress was handed over to its line. */
  dialledAt: Date | null;
  /** Pages that have arrived so far, once this call has added any; null otherwise. */
  confirmedPages: number | null;
  endedAt: Date | null;
  uncertainPages: number | null;
}

/** An ended call. */
export interface EndedCall {
  jobId: number;
  at: Date;
  result: string;
  pages: number;
}

const JOBS = sql`
  select j.fax_id as "faxId", j.id as "jobId", j.to_number as "to",
    coalesce(nullif(p.contact_person, ''), p.sender) as name, f.company, j.dials::int as dials,
    coalesce(nullif(d.pages, 0), f.pages) as pages, f.fax_at as at, j.state, j.origin, j.is_test as "isTest",
    j.state = 'SENDING' and j.cancel_asked_at is not null as cancelling,
    case when a.acts or j.state not in ('QUEUED', 'CONVERTING', 'WAITING') then null
      when a.state = 'active' then 'ADMINISTRATOR' else 'ACCOUNT' end as held,
    case when f.deleted_at is null and (d.tiff_key is not null or j.state not in ('QUEUED', 'CONVERTING'))
      then f.path_key end as "pathKey",
    case when j.state = 'WAITING' then j.last_error when j.state = 'FAILED' then f.reason end as reason,
    j.next_at as "nextAt", j.send_at is not null as later, j.any_hour as "anyHour",
    coalesce(j.opens_at > greatest(now(), j.send_at), false) as "byWindow",
    call.dialled_at as "dialledAt",
    case when j.state = 'SENDING' and j.confirmed_pages > j.brought_pages then j.confirmed_pages end
      as "confirmedPages",
    j.finished_at as "endedAt", f.uncertain_pages as "uncertainPages"
  from send_job j
  join account a on a.id = j.account_id
  join fax f on f.account_id = j.account_id and f.id = j.fax_id
  join document d on d.id = f.document_id
  join fax_party p on p.account_id = f.account_id and p.id = f.party_id
  left join lateral (
    select dialled_at from send_attempt
    where job_id = j.id and j.state = 'SENDING' and ended_at is null order by n desc limit 1
  ) call on true`;

const OPEN = sql`j.state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING')`;

/** Returns the unfinished jobs of the account, those being sent first, then in the order of their next call. */
export async function listOpenJobs(
  db: Db,
  account: AccountId,
  { start, length }: { start: number; length?: number | undefined },
): Promise<FollowedJob[]> {
  const { rows } = await sql<FollowedJob>`
    ${JOBS} where j.account_id = ${account} and ${OPEN} and ${madeByCaller('f.person_id')}
    order by j.state = 'SENDING' desc, j.next_at, j.id
    limit ${length ?? null} offset ${start}`.execute(db);
  return rows;
}

/** Returns how many unfinished jobs the account has. */
export async function countOpenJobs(db: Db, account: AccountId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id
    where j.account_id = ${account} and ${OPEN} and ${madeByCaller('f.person_id')}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Returns the jobs of these faxes of the account, in the order of the ids; the latest job of a fax with several. */
export async function readFollowedJobs(
  db: Db,
  account: AccountId,
  faxIds: readonly number[],
): Promise<FollowedJob[]> {
  const { rows } = await sql<FollowedJob>`
    ${JOBS} where j.account_id = ${account} and j.fax_id = any(${faxIds}::bigint[]) and ${madeByCaller('f.person_id')}
      and not exists (
        select 1 from send_job later
        where later.account_id = j.account_id and later.fax_id = j.fax_id and later.id > j.id
      )
    order by array_position(${faxIds}::bigint[], j.fax_id)`.execute(db);
  return rows;
}

/** Results of ended attempts that were not calls: the job went back into the queue before its number was dialed. */
const NO_CALL = ['LOST', 'HELD', 'INTERNAL'];

/** How many calls are shown: a line that keeps failing adds an attempt every minute, and the latest ones are enough. */
const CALLS_SHOWN = 20;

/** Returns the latest ended calls of each of these jobs, oldest first. */
export async function readEndedCalls(db: Db, jobIds: readonly number[]): Promise<EndedCall[]> {
  const { rows } = await sql<EndedCall>`
    select job_id as "jobId", started_at as at, coalesce(result, '') as result, pages_sent as pages
    from unnest(${jobIds}::bigint[]) as asked(id)
    cross join lateral (
      select job_id, n, started_at, result, pages_sent from send_attempt
      where job_id = asked.id and ended_at is not null and result <> all(${NO_CALL}::text[])
      order by n desc limit ${CALLS_SHOWN}
    ) call
    order by job_id, n`.execute(db);
  return rows;
}
