import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { DeliveryWindow } from '#contract/faxes/delivery-window.ts';
import type { Db } from '#engine/database/port.ts';

import { ACCOUNT_CALLS } from './queue.store.ts';

/** How many accounts are examined together when a free worker looks for the next job. */
export const CANDIDATES = 32;

/** The next job of an account, before anything is locked. */
export interface Candidate {
  accountId: number;
  turn: number;
  jobId: number;
  to: string;
  /** Lines that have just failed for this job because of their own fault. */
  failedLines: number[];
  /** Whether it was to be sent later and is due now; its limits are still to be checked. */
  later: boolean;
  /** The account's delivery window; null if faxes, or this one, may be dialed at any hour. */
  window: DeliveryWindow | null;
  /** Whether it was sent with a test key, so that no line carries it. */
  isTest: boolean;
  /** The account's zone. */
  home: string;
  /** The database's time. */
  now: Date;
}

/**
 * Returns the due job of each account that may act and may have another call, least recently served account first.
 * Within an account, faxes to one number go before those of a broadcast, then the oldest first, even if a resting line
 * has postponed it (F-send-17).
 */
export async function findCandidates(
  db: Db,
  after: { turn: number; accountId: number },
): Promise<Candidate[]> {
  return (await candidatesQuery(after).execute(db)).rows;
}

/** Builds the query, separately so that tests can examine its plan. */
export function candidatesQuery(after: { turn: number; accountId: number }): RawBuilder<Candidate> {
  return sql<Candidate>`
    select t.account_id as "accountId", t.turn, j.id as "jobId", j.to_number as "to",
      case when j.failed_until > now() then j.failed_lines else '{}' end as "failedLines",
      j.send_at is not null as later,
      case when s.window_on and not j.any_hour then
        json_build_object('days', s.window_days, 'from', s.window_from, 'until', s.window_until)
      end as window,
      z.system_name as home, j.is_test as "isTest", now()
    from send_turn t join account a on a.id = t.account_id and a.acts
    join account_settings s on s.account_id = a.id
    join timezone z on z.id = s.timezone_id
    cross join lateral (
      select id, to_number, failed_lines, failed_until, send_at, any_hour, is_test from send_job
      where account_id = t.account_id and ready and state in ('QUEUED', 'WAITING') and next_at <= now()
      order by priority, id limit 1
    ) j
    where (t.turn, t.account_id) > (${after.turn}, ${after.accountId})
      and (select count(*) from send_job r where r.account_id = t.account_id and r.state = 'SENDING') < ${ACCOUNT_CALLS}
    order by t.turn, t.account_id
    limit ${CANDIDATES}
  `;
}

/**
 * Postpones a job until its delivery window opens, unless its owner has just given it another number or sends it now.
 */
export async function waitForWindow(
  db: Db,
  { jobId, to }: Pick<Candidate, 'jobId' | 'to'>,
  opensAt: Date,
): Promise<void> {
  await db
    .updateTable('send_job')
    .set({ opens_at: opensAt })
    .where('id', '=', jobId)
    .where('to_number', '=', to)
    .where('any_hour', '=', false)
    .where('state', 'in', ['QUEUED', 'WAITING'])
    .execute();
}
