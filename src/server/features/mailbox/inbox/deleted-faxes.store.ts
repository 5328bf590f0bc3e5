import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';
import type { Condition } from './search-sql.store.ts';

/** A deleted fax that can be erased right away, unless a legal hold keeps it. */
export interface DeletedFax {
  faxId: number;
  documentId: number;
  held: boolean;
}

/**
 * Whether the fax `f` is in Recently deleted, that is, was deleted less than `days` ago. A fax whose sending was
 * canceled before any call is also marked as deleted, but was never in a folder: restored, it would look delivered.
 */
export function recentlyDeleted(days: number): Condition {
  return sql<boolean>`(
    f.deleted_at > now() - make_interval(days => ${days})
    and not (f.status = 'OK' and exists (
      select from send_job j where j.account_id = f.account_id and j.fax_id = f.id and j.state = 'CANCELLED'))
  )`;
}

/**
 * Locks deleted faxes of an account, always in the same order: those with these ids, or the first `limit` that are
 * under no legal hold. With `kept`, the ids may also be faxes that are not deleted. Faxes with an unfinished job are
 * left out.
 */
export async function lockDeletedFaxes(
  tx: Db,
  account: AccountId,
  days: number,
  which: { ids: readonly number[]; kept?: boolean } | { limit: number },
): Promise<DeletedFax[]> {
  const held = sql<boolean>`exists (
    select from legal_hold h where h.account_id = f.account_id and (h.fax_id is null or h.fax_id = f.id))`;
  const wanted = 'ids' in which && which.kept ? sql`` : sql`and f.folder = 5 and ${recentlyDeleted(days)}`;
  const { rows } = await sql<DeletedFax>`
    select f.id as "faxId", f.document_id as "documentId", ${held} as held from fax f
    where f.account_id = ${account} ${wanted}
      and not exists (
        select from send_job j where j.account_id = f.account_id and j.fax_id = f.id and j.finished_at is null)
      ${'ids' in which ? sql`and f.id = any(${which.ids}::bigint[])` : sql`and not ${held}`}
    order by f.id ${'limit' in which ? sql`limit ${which.limit}` : sql``} for update of f`.execute(tx);
  return rows;
}

/** Counts the faxes in Recently deleted that a legal hold keeps from being erased. */
export async function countHeldFaxes(tx: Db, account: AccountId, days: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from fax f
    where f.account_id = ${account} and f.folder = 5 and ${recentlyDeleted(days)}
      and exists (
        select from legal_hold h where h.account_id = f.account_id and (h.fax_id is null or h.fax_id = f.id))`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}
