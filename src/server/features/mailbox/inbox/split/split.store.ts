import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { recentlyDeleted } from '../deleted-faxes.store.ts';

/** The whole fax of a split or one of its parts, unless erased. */
export interface SplitMember {
  id: number;
  /** From 1; null for the whole fax. */
  part: number | null;
  /** The number of parts at the time of the split. */
  count: number;
  archived: boolean;
  /** Whether it is in Recently deleted. */
  deleted: boolean;
}

/**
 * Returns the whole fax and the parts of a split, the whole fax first, then the parts in order. Of deleted ones, only
 * those still in Recently deleted. Empty for a fax that was not split or does not exist.
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

/** If people work on these parts, adds work for the whole fax too, which lost its own when it was split. */
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

/** Removes the work of the whole fax, unless somebody has changed it or written a note. */
export async function endUntouchedWork(tx: Db, account: AccountId, whole: number): Promise<void> {
  await sql`
    delete from fax_work w
    where w.account_id = ${account} and w.fax_id = ${whole} and w.version = 0
      and not exists (select from fax_note n where n.account_id = ${account} and n.fax_id = w.fax_id)`.execute(
    tx,
  );
}
