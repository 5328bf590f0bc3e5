import { sql } from 'kysely';

import type { FaxAction } from '#contract/mailbox/inbox.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { recentlyDeleted } from './deleted-faxes.store.ts';

/**
 * Takes the rows that an action may be done to, always in the same order: own, not deleted, without an unfinished job.
 * Restoring takes those deleted less than `days` ago, and those that are restored already.
 */
export async function lockFaxes(
  tx: Db,
  account: AccountId,
  action: FaxAction,
  ids: readonly number[],
  days: number,
): Promise<number[]> {
  const deleted = action === 'undelete' ? sql`or ${recentlyDeleted(days)}` : sql``;
  const { rows } = await sql<{ id: number }>`
    select f.id from fax f
    where f.account_id = ${account} and f.id = any(${ids}::bigint[]) and not f.outbox
      and (f.deleted_at is null ${deleted})
    order by f.id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What each action sets, and on which rows it changes anything: a repeated action writes nothing. */
const CHANGES: Readonly<Record<FaxAction, ReturnType<typeof sql>>> = {
  delete: sql`set deleted_at = now() where deleted_at is null`,
  undelete: sql`set deleted_at = null where deleted_at is not null`,
  to_archive: sql`set archived = true where not archived`,
  from_archive: sql`set archived = false where archived`,
  view: sql`set is_new = false where is_new`,
  new: sql`set is_new = true where not is_new`,
};

/** Applies an action to rows that lockFaxes gave, and gives those that it changed. Counters follow by trigger. */
export async function applyAction(
  tx: Db,
  account: AccountId,
  action: FaxAction,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update fax ${CHANGES[action]} and account_id = ${account} and id = any(${ids}::bigint[])
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Turns a received fax by 90 degrees; 'sent' for one that can't be turned, undefined for one that isn't there. */
export async function turnFax(
  tx: Db,
  account: AccountId,
  id: number,
): Promise<0 | 90 | 180 | 270 | 'sent' | undefined> {
  const fax = await tx
    .selectFrom('fax')
    .select(['action', 'rotation'])
    .where('account_id', '=', account)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!fax) return undefined;
  if (fax.action !== 'R') return 'sent';
  const rotation = TURNED[fax.rotation];
  await tx
    .updateTable('fax')
    .set({ rotation })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .execute();
  return rotation;
}

const TURNED = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;
