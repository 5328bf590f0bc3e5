import { sql } from 'kysely';

import { RESTORE_MARK } from '#engine/database/copy-port.ts';
import type { Db } from '#engine/database/port.ts';

/**
 * Marks unfinished jobs as uncertain: nobody knows whether a fax that waited at the time of the backup has been sent
 * since, so a person must send it again or mark it as sent (F-ops-03). Returns how many.
 */
export async function holdUnfinishedJobs(tx: Db): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    with held as (
      update send_job set state = 'UNCERTAIN', last_error = 'HELD_AFTER_RESTORE', finished_at = now(),
        lease_owner = null, lease_until = null, line_id = null
      where state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING') returning account_id, fax_id, confirmed_pages),
    shown as (
      update fax set outbox = false, status = 'FAILED', reason = 'UNCERTAIN', uncertain_pages = held.confirmed_pages
      from held where fax.account_id = held.account_id and fax.id = held.fax_id)
    select count(*)::int as held from held`.execute(tx);
  return rows[0]?.held ?? 0;
}

/** Marks queued mails as failed, because they may have been delivered since the backup. */
export async function endQueuedMails(tx: Db): Promise<void> {
  await tx
    .updateTable('mail_out')
    .set({ state: 'failed', payload: null, last_reason: 'held after a restore', ended_at: new Date() })
    .where('state', '=', 'queued')
    .execute();
}

/** A document whose files belong into a backup. */
export interface BackedDocument {
  id: number;
  storageKey: string;
}

/**
 * So many documents after one, by their ids, and those between that were deleted after `since`: a snapshot of then has
 * their rows, and their files are kept until it is closed. One statement, so that none is deleted in between.
 */
export async function readBacked(
  db: Db,
  after: number,
  limit: number,
  since: Date,
): Promise<BackedDocument[]> {
  const { rows } = await sql<BackedDocument>`
    with there as (
      select id, storage_key from document where id > ${after} order by id limit ${limit})
    select id, storage_key as "storageKey" from there
    union all
    select document_id, storage_key from removed_document
    where document_id > ${after} and removed_at >= ${since}
      and document_id <= (select case when count(*) < ${limit} then 9223372036854775807 else max(id) end from there)
    order by id`.execute(db);
  return rows;
}

/** Everything is in its place: the product may start. */
export async function endRestore(tx: Db): Promise<void> {
  await sql`drop table ${sql.table(RESTORE_MARK)}`.execute(tx);
}

/** Removes logins and one-time links, because those that were ended or used since the backup must not come back. */
export async function forgetLogins(tx: Db): Promise<void> {
  await tx.deleteFrom('session').execute();
  await tx.deleteFrom('token').execute();
  await tx.deleteFrom('login_failure').execute();
  await tx.deleteFrom('login_step').execute();
  await tx.deleteFrom('passkey_challenge').execute();
  await tx.deleteFrom('sign_on_attempt').execute();
}
