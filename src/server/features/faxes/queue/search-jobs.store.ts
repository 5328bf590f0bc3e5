import { JOB_STATES } from '#contract/faxes/queue.admin.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A job in the operator's list. */
export interface FoundJob {
  jobId: number;
  accountId: number;
  from: string;
  to: string;
  state: string;
  /** Whether it is not dialed at the moment, because its account may not act. */
  held: boolean;
  /** Whether its sender chose a time that has not come yet. */
  scheduled: boolean;
  /** Whether it was sent with a test key, so that no line carries it. */
  test: boolean;
  dials: number;
  pages: number;
  line: string | null;
  reason: string | null;
  origin: string;
  createdAt: Date;
  nextAt: Date | null;
  finishedAt: Date | null;
}

/** The filter of a search; empty fields match everything. */
export interface JobSearch {
  /** Digits of the called number or of the sending account's number; or the id of the job, as `#12`. */
  search: string;
  /** A state, or `open` for all unfinished jobs. */
  state: string;
  /** The code of the reason for its end. */
  reason: string;
  limit: number;
  offset: number;
}

/** The rows of a partial index: the few unfinished jobs. */
const OPEN = sql`j.state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING')`;

/** A complete number of the North American plan, whose faxes an index finds. */
const WHOLE = /^\d{10}$/;

/** No index finds a part of a number: it is looked for among so many faxes, the newest ones. */
export const NEWEST_JOBS = 200_000;
const isNewest = sql<boolean>`j.id > (select max(id) from send_job) - ${sql.lit(NEWEST_JOBS)}`;

/** Whether a search is for a part of a number. */
export function isForPart({ search }: Pick<JobSearch, 'search'>): boolean {
  const digits = digitsOf(search);
  return digits !== '' && !WHOLE.test(digits);
}

/** The digits of a search by number; empty for one by id. */
function digitsOf(search: string): string {
  const words = search.trim();
  return words.startsWith('#') ? '' : words.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
}

/** What the list shows of `found`, rows of send_job with `from_number` and `acts` of their account. */
function listed(found: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<FoundJob> {
  return sql<FoundJob>`
    select j.id as "jobId", j.account_id as "accountId", j.from_number as "from", j.to_number as "to",
      j.state, not j.acts and j.state in ('QUEUED', 'CONVERTING', 'WAITING') as held,
      coalesce(j.send_at > now(), false) and j.finished_at is null as scheduled, j.is_test as test, j.dials::int as dials, f.pages,
      l.name as line, coalesce(j.last_error, f.reason) as reason, j.origin, j.created_at as "createdAt",
      case when j.finished_at is null then j.next_at end as "nextAt", j.finished_at as "finishedAt"
    from (${found}) j
    join fax f on f.account_id = j.account_id and f.id = j.fax_id
    left join line l on l.id = j.line_id
    order by ${order}`;
}

/** Builds the condition of a search on `j` and `a`; null if nothing can match. */
function matching({ search, state, reason }: JobSearch): RawBuilder<boolean> | null {
  const words = search.trim();
  const id = /^#(\d{1,15})$/.exec(words)?.[1];
  const digits = digitsOf(words);
  // Letters alone are nobody's number.
  if (words !== '' && id === undefined && digits === '') return null;
  const parts = [sql<boolean>`true`];
  if (id !== undefined) parts.push(sql`j.id = ${id}::bigint`);
  if (WHOLE.test(digits)) parts.push(sql`(j.to_number = ${digits} or j.account_id = ${ownerOf(digits)})`);
  else if (digits !== '')
    parts.push(
      sql`(${isNewest} and (strpos(j.to_number, ${digits}) > 0 or starts_with(coalesce(a.fax_number, ''), ${digits})))`,
    );
  // Written into the statement: the index on those that were not sent holds some states alone.
  const known = JOB_STATES.find((one) => one === state);
  if (known !== undefined) parts.push(sql`j.state = ${sql.lit(known)}`);
  if (reason !== '') parts.push(sql`j.last_error = ${reason}`);
  return sql.join(parts, sql` and `);
}

const ownerOf = (number: string) => sql`(select id from account where fax_number = ${number})`;

/**
 * Jobs that match, unfinished ones first, the newest of each first. The unfinished come from their index and the others
 * from the newest on, or from the indexes on how and why they ended, so a page costs the same however many there are; a
 * whole number is found by an index, and a part of one among the newest.
 */
export async function searchJobs(db: Db, search: JobSearch): Promise<FoundJob[]> {
  const condition = matching(search);
  if (condition === null) return [];
  const { state, limit, offset } = search;
  const most = limit + offset;
  const part = (which: RawBuilder<unknown>, rank: number) => sql`
    (select ${sql.lit(rank)} as rank, j.*, coalesce(a.fax_number, '') as from_number, a.acts
    from send_job j join account a on a.id = j.account_id
    where ${which} and ${condition}
    order by j.id desc limit ${most})`;
  const done = state === 'open' ? sql`false` : sql`not (${OPEN})`;
  const { rows } = await sql<FoundJob>`
    ${listed(sql`${part(OPEN, 0)} union all ${part(done, 1)}`, sql`j.rank, j.id desc`)}
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/**
 * Returns the jobs that ended from `since` on and before `until`, latest end first. The index on their end finds them.
 */
export async function searchEndedJobs(
  db: Db,
  search: JobSearch & { since: Date; until: Date },
): Promise<FoundJob[]> {
  const condition = matching(search);
  if (condition === null) return [];
  const { since, until, limit, offset } = search;
  const { rows } = await listed(
    sql`
      select j.*, coalesce(a.fax_number, '') as from_number, a.acts
      from send_job j join account a on a.id = j.account_id
      where j.finished_at >= ${since} and j.finished_at < ${until} and ${condition}
      order by j.finished_at desc, j.id desc limit ${limit} offset ${offset}`,
    sql`j.finished_at desc, j.id desc`,
  ).execute(db);
  return rows;
}
