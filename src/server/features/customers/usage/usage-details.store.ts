import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

import type { DayRange } from './usage.store.ts';

/** One fax of an export. */
export interface DetailRow {
  id: number;
  at: Date;
  /** The time to the microsecond, which a Date cannot hold: the next batch begins there. */
  exactly: string;
  action: 'R' | 'S';
  other_number: string;
  pages: number;
  status: 'OK' | 'FAILED';
}

/** The instants between which faxes belong to the days of a range, limited by the last roll-up. */
export interface Span {
  from: Date;
  until: Date;
}

/** `until` is null before the first roll-up. */
type KnownSpan = Pick<Span, 'from'> & { until: Date | null };

/** Returns the range in the server zone, correct across clock changes, and limited by the last roll-up. */
export async function spanOf(db: Db, { from, to }: DayRange, zone: string): Promise<KnownSpan> {
  const { rows } = await sql<KnownSpan>`
    select day_start(${from}::date, ${zone}) as "from",
      case when through is not null then least(day_start(${to}::date + 1, ${zone}), through) end as until
    from usage_rollup`.execute(db);
  const [span] = rows;
  if (!span) throw new Error('the roll-up has lost its row');
  return span;
}

/**
 * Lists the administrator's accounts that have a fax in the span, by number; removed accounts have their former number.
 */
export async function listAccountsWithFaxes(
  db: Db,
  parent: AdministratorId,
  { from, until }: Span,
): Promise<{ id: number; number: string }[]> {
  const { rows } = await sql<{ id: number; number: string }>`
    select a.id, coalesce(a.fax_number, (select n.digits from number n where n.last_account_id = a.id limit 1), '') as number
    from account a
    where a.parent_id = ${parent} and exists (
      select from (values (1::smallint), (2), (3), (5)) folders (folder)
      join lateral (
        select from fax f
        where f.account_id = a.id and f.folder = folders.folder and f.fax_at >= ${from} and f.fax_at < ${until} limit 1
      ) f on true)
    order by 2, 1`.execute(db);
  return rows;
}

/**
 * Returns the next faxes of an account after a given one, oldest first: all finished ones, including deleted ones,
 * because all of them count. Each folder is read by its index and the four are merged, so that a page costs the same
 * wherever it is.
 */
export async function listDetails(
  db: Db,
  account: number,
  { from, until }: Span,
  after: Pick<DetailRow, 'exactly' | 'id'> | null,
  limit: number,
): Promise<DetailRow[]> {
  const later =
    after === null ? sql`` : sql`and (f.fax_at, f.id) > (${after.exactly}::timestamptz, ${after.id})`;
  const { rows } = await sql<DetailRow>`
    select f.id, f.fax_at as at, f.fax_at::text as exactly, f.action, f.other_number, f.status,
      case when f.action = 'S' and f.status = 'FAILED' then coalesce((
        select max(j.confirmed_pages) from send_job j where j.account_id = f.account_id and j.fax_id = f.id), 0)
      else f.pages end as pages
    from (
      select merged.* from (values (1::smallint), (2), (3), (5)) folders (folder)
      join lateral (
        select f.account_id, f.id, f.fax_at, f.action, f.other_number, f.status, f.pages from fax f
        where f.account_id = ${account} and f.folder = folders.folder and not f.is_test
          and f.fax_at >= ${after?.exactly ?? from}::timestamptz and f.fax_at < ${until} ${later}
        order by f.fax_at, f.id limit ${limit}
      ) merged on true
      order by merged.fax_at, merged.id limit ${limit}
    ) f
    order by f.fax_at, f.id`.execute(db);
  return rows;
}
