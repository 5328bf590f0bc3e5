import { sql } from 'kysely';

import type { FaxAction } from '#contract/mailbox/inbox.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Takes the rows that may be acted on, always in the same order: own, not deleted, without an unfinished job. */
export async function lockFaxes(tx: Db, account: AccountId, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from fax
    where account_id = ${account} and id = any(${ids}::bigint[]) and deleted_at is null and not outbox
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What each action sets, and on which rows it changes anything: a repeated action writes nothing. */
const CHANGES: Readonly<Record<FaxAction, ReturnType<typeof sql>>> = {
  delete: sql`set deleted_at = now() where deleted_at is null`,
  to_archive: sql`set archived = true where not archived`,
  from_archive: sql`set archived = false where archived`,
  view: sql`set is_new = false where is_new`,
  new: sql`set is_new = true where not is_new`,
};

/** Applies an action to rows that lockFaxes gave. Counters follow by trigger. */
export async function applyAction(
  tx: Db,
  account: AccountId,
  action: FaxAction,
  ids: readonly number[],
): Promise<void> {
  await sql`update fax ${CHANGES[action]} and account_id = ${account} and id = any(${ids}::bigint[])`.execute(
    tx,
  );
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
