import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { recentlyDeleted } from '../deleted-faxes.store.ts';

/** The whole fax of a split, or one of its parts, that was not erased. */
export interface SplitMember {
  id: number;
  /** From 1; null for the whole fax. */
  part: number | null;
  /** How many parts there were. */
  count: number;
  archived: boolean;
  /** In Recently deleted. */
  deleted: boolean;
}

/**
 * The whole fax and the parts that one of them belongs to, in order, the whole fax first. Of those that were deleted, only
 * what is still in Recently deleted. Nothing for a fax that was not split or is not there.
 */
export async function readSplit(
  db: Db,
  account: AccountId,
  faxId: number,
  deletedDays: number,
): Promise<SplitMember[]> {
  const { rows } = await sql<SplitMember>`
    select f.id, f.part_number as part, f.part_count as count, f.archived, f.deleted_at is not null as deleted
    from fax one
    join fax f on f.account_id = ${account}
      and (f.id = coalesce(one.part_of, one.id) or f.part_of = coalesce(one.part_of, one.id))
    where one.account_id = ${account} and one.id = ${faxId} and one.part_count is not null
      and (f.deleted_at is null or ${recentlyDeleted(deletedDays)})
    order by f.part_number nulls first`.execute(db);
  return rows.some(({ id }) => id === faxId) ? rows : [];
}

/** Where people work on these parts, the whole fax waits for somebody, too: it has lost its work when it was split. */
export async function beginWork(
  tx: Db,
  account: AccountId,
  whole: number,
  parts: readonly number[],
): Promise<void> {
  await sql`
    insert into fax_work (account_id, fax_id, fax_at)
    select f.account_id, f.id, f.fax_at from fax f
    where f.account_id = ${account} and f.id = ${whole} and exists (
      select from fax_work w where w.account_id = ${account} and w.fax_id = any(${parts}::bigint[]))
    on conflict do nothing`.execute(tx);
}

/** The whole fax waits for nobody again, unless somebody has worked on it or written a note. */
export async function endUntouchedWork(tx: Db, account: AccountId, whole: number): Promise<void> {
  await sql`
    delete from fax_work w
    where w.account_id = ${account} and w.fax_id = ${whole} and w.version = 0
      and not exists (select from fax_note n where n.account_id = ${account} and n.fax_id = w.fax_id)`.execute(
    tx,
  );
}
