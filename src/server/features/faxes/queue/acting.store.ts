import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Result of an attempt that ended before its call because the account had been stopped. */
export const HELD = 'HELD';

/**
 * Returns whether the account may act now (migration 0310), and locks this until the transaction ends: suspending or
 * closing the account waits for the commit. Returns false if there is no such account.
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

/** Like lockActing, but returns false at once while another transaction changes the account: workers try again soon. */
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

/** Returns whether the account is closed for good; locks it like lockActing. */
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
 * Ends everything of an account that waits: its faxes are kept as canceled, its documents are no longer converted.
 * Calls in progress are left alone. The caller holds the account's row and closes it in the same transaction. Returns
 * the canceled jobs.
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
