import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Accounts after one that were closed so long ago and still have faxes that are not deleted; up to `limit`. */
export async function findClosedWithFaxes(
  db: Db,
  after: number,
  days: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from account a
    where a.id > ${after} and a.state = 'closed' and a.closed_at < now() - make_interval(days => ${days})
      and exists (select from fax f where f.account_id = a.id and f.folder in (1, 2, 3))
    order by a.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Marks so many faxes after one of an account that was closed so long ago as deleted, for the clean-up of deleted faxes.
 * Gives back the last; undefined after all of them.
 */
export async function deleteFaxesOfClosed(
  db: Db,
  { account, days }: { account: number; days: number },
  after: number,
  limit: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    with page as (
      select id from fax
      where account_id = ${account} and id > ${after} and deleted_at is null and not outbox
      order by id limit ${limit}),
    marked as (
      update fax f set deleted_at = a.closed_at, outbox = false from page, account a
      where f.account_id = ${account} and f.id = page.id
        and a.id = ${account} and a.state = 'closed' and a.closed_at < now() - make_interval(days => ${days}))
    select max(id) as last from page`.execute(db);
  return rows[0]?.last ?? undefined;
}
