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
  /** Not called at the moment, because its account may not act. */
  held: boolean;
  /** Its sender chose a time that has not come. */
  scheduled: boolean;
  dials: number;
  pages: number;
  line: string | null;
  reason: string | null;
  origin: string;
  createdAt: Date;
  nextAt: Date | null;
  finishedAt: Date | null;
}

/** Which jobs are looked for; an empty field does not matter. */
export interface JobSearch {
  /** Digits of the number called or of the account that sends; or the id of the job, as `#12`. */
  search: string;
  /** A state, or `open`: all that are unfinished. */
  state: string;
  limit: number;
  offset: number;
}

/** What a partial index holds: the few that are unfinished among all that ever were. */
const OPEN = sql`j.state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING')`;

/**
 * Jobs that match, unfinished ones first, the newest of each first. The unfinished come from their index and the others
 * from the newest on, so a page costs the same however many there are; a search reads on until it has found enough.
 */
export async function searchJobs(db: Db, { search, state, limit, offset }: JobSearch): Promise<FoundJob[]> {
  const id = /^#(\d{1,15})$/.exec(search.trim())?.[1] ?? null;
  const digits = id === null ? search.replaceAll(/\D/g, '') : '';
  // Letters alone are nobody's number.
  if (search.trim() !== '' && id === null && digits === '') return [];
  const matching = (part: RawBuilder<unknown>, rank: number) => sql`
    (select ${sql.lit(rank)} as rank, j.*, coalesce(a.fax_number, '') as from_number, a.acts
    from send_job j join account a on a.id = j.account_id
    where ${part}
      and (${id}::bigint is null or j.id = ${id}::bigint)
      and (${state} in ('', 'open') or j.state = ${state})
      and (${digits} = '' or strpos(j.to_number, ${digits}) > 0 or starts_with(coalesce(a.fax_number, ''), ${digits}))
    order by j.id desc limit ${limit + offset})`;
  const done = state === 'open' ? sql`false` : sql`not (${OPEN})`;
  const { rows } = await sql<FoundJob>`
    select j.id as "jobId", j.account_id as "accountId", j.from_number as "from", j.to_number as "to",
      j.state, not j.acts and j.state in ('QUEUED', 'CONVERTING', 'WAITING') as held,
      coalesce(j.send_at > now(), false) and j.finished_at is null as scheduled, j.dials::int as dials, f.pages, l.name as line, coalesce(j.last_error, f.reason) as reason, j.origin,
      j.created_at as "createdAt", case when j.finished_at is null then j.next_at end as "nextAt",
      j.finished_at as "finishedAt"
    from (${matching(OPEN, 0)} union all ${matching(done, 1)}) j
    join fax f on f.account_id = j.account_id and f.id = j.fax_id
    left join line l on l.id = j.line_id
    order by j.rank, j.id desc
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
