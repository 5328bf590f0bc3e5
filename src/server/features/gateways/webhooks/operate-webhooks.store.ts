import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { Owner } from '#server/kit/owner.ts';

/** An endpoint as operators see it. */
export interface OperatedWebhook {
  id: string;
  accountId: number | null;
  administratorId: number | null;
  owner: string;
  url: string;
  active: boolean;
  offReason: string | null;
  failingSince: Date | null;
  waiting: number;
}

/** Returns the endpoints of all owners, failing ones first; up to `limit`. */
export async function listAllEndpoints(db: Db, limit: number): Promise<OperatedWebhook[]> {
  const { rows } = await sql<OperatedWebhook>`
    select e.id, e.account_id as "accountId", e.parent_id as "administratorId",
      coalesce(a.fax_number, p.username, '') as owner, e.url, e.active, e.off_reason as "offReason",
      e.failing_since as "failingSince",
      (select count(*)::int from webhook_delivery d where d.endpoint_id = e.id and d.state = 'queued') as waiting
    from webhook_endpoint e left join account a on a.id = e.account_id left join parent p on p.id = e.parent_id
    order by e.failing_since nulls last, e.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the owner of an endpoint; undefined if it does not exist. Locks it until the transaction ends. */
export async function lockAnyEndpoint(
  tx: Db,
  id: string,
): Promise<{ kind: Owner['kind']; id: number } | undefined> {
  const row = await tx
    .selectFrom('webhook_endpoint')
    .select(['account_id', 'parent_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  return row.account_id === null
    ? { kind: 'parent', id: row.parent_id ?? 0 }
    : { kind: 'account', id: row.account_id };
}

/**
 * Counts all endpoints, those that have been failing for more than an hour, and those turned off because they failed.
 */
export async function countFailing(db: Db): Promise<{ all: number; failing: number; off: number }> {
  const { rows } = await sql<{ all: number; failing: number; off: number }>`
    select count(*)::int as all,
      count(*) filter (where active and failing_since < now() - interval '1 hour')::int as failing,
      count(*) filter (where off_reason = 'failing')::int as off
    from webhook_endpoint`.execute(db);
  return rows[0] ?? { all: 0, failing: 0, off: 0 };
}

/** Returns whether this account or administrator exists and may have endpoints added. */
export async function isOpenOwner(db: Db, { kind, id }: Owner): Promise<boolean> {
  const row =
    kind === 'account'
      ? await db
          .selectFrom('account')
          .select('id')
          .where('id', '=', id)
          .where('state', '<>', 'closed')
          .executeTakeFirst()
      : await db.selectFrom('parent').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
