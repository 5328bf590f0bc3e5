import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Result of an attempt that ended before its call because the account had been stopped. */
export const HELD = 'HELD';

/**
 * Whether the account may act now (migration 0310), and keeps the answer true until the transaction ends: whoever
 * suspends or closes the account waits for its commit. False where there is no such account.
 */
export async function lockActing(tx: Db, accountId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('acts')
    .where('id', '=', accountId)
    .forShare()
    .executeTakeFirst();
  return row?.acts ?? false;
}

/** As lockActing, but false at once while somebody else changes the account: a worker looks again soon. */
export async function tryLockActing(tx: Db, accountId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('acts')
    .where('id', '=', accountId)
    .forShare()
    .skipLocked()
    .executeTakeFirst();
  return row?.acts ?? false;
}

/** Whether the account is closed for good; locked as by lockActing. */
export async function lockClosed(tx: Db, accountId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('state')
    .where('id', '=', accountId)
    .forShare()
    .executeTakeFirst();
  return row?.state === 'closed';
}

/**
 * Ends everything of an account that waits: its faxes are kept as cancelled, its documents are not converted any more.
 * Calls under way are left alone. The caller holds the account's row and closes it in the same transaction. Gives the
 * jobs that were cancelled.
 */
export async function cancelWaitingJobs(tx: Db, accountId: number): Promise<{ id: number; to: string }[]> {
  const { rows } = await sql<{ id: number; to: string }>`
    with ended as (
      update send_job set state = 'CANCELLED', finished_at = now(), lease_owner = null, lease_until = null
      where account_id = ${accountId} and state in ('QUEUED', 'CONVERTING', 'WAITING')
      returning id, fax_id, to_number
    ), kept as (
      update fax set outbox = false, status = 'FAILED', reason = 'CANCELLED'
      where account_id = ${accountId} and id in (select fax_id from ended)
    )
    select id, to_number as "to" from ended order by id`.execute(tx);
  await tx
    .updateTable('document')
    .set({ state: 'failed', fault: 'CANCELLED', convert_owner: null, convert_until: null })
    .where('account_id', '=', accountId)
    .where('state', '=', 'new')
    .execute();
  return rows;
}
