import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { JobState } from '#engine/database/tables-faxes.ts';
import { madeByCaller } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** An unfinished job that its owner changes; its row is locked, so that no worker claims it meanwhile. */
export interface LockedJob {
  faxId: number;
  documentId: number;
  to: string;
  state: JobState;
  pages: number;
  dials: number;
  /** When its sender wants it to be dialed; null for at once, and once it is due. */
  sendAt: Date | null;
  /** When its next call is due, as far as is known yet. */
  nextAt: Date;
  /** Whether it is dialed outside the delivery window, too. */
  anyHour: boolean;
  /** Whether it was sent with a test key. */
  isTest: boolean;
}

/** Locks an unfinished job of the account until the transaction ends; undefined if there is none with this id. */
export async function lockOpenJob(tx: Db, account: AccountId, jobId: number): Promise<LockedJob | undefined> {
  const { rows } = await sql<LockedJob>`
    select j.fax_id as "faxId", f.document_id as "documentId", j.to_number as "to", j.state, f.pages,
      j.dials::int as dials, j.send_at as "sendAt", j.next_at as "nextAt", j.any_hour as "anyHour",
      j.is_test as "isTest"
    from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id
    where j.account_id = ${account} and j.id = ${jobId} and ${madeByCaller('f.person_id')}
      and j.state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING')
    for update of j`.execute(tx);
  return rows[0];
}

/**
 * Gives a locked job another number. What calls to the old number found out does not count for the new one, nor does
 * the opening of its delivery window. The calls themselves do count: a job never makes more than five, whatever their
 * numbers. A job that is sent later keeps its time: the database lets nothing be due before it. A number that was
 * called continues to count toward the daily limits, without pages: those count for the new number.
 */
export async function renumberJob(
  tx: Db,
  account: AccountId,
  {
    jobId,
    faxId,
    to,
    partyId,
    company,
  }: { jobId: number; faxId: number; to: string; partyId: number; company: string },
): Promise<void> {
  await sql`
    insert into day_limit_use (account_id, kind, of_id, number, at)
    select account_id, 'fax', id, to_number, created_at from send_job
    where id = ${jobId} and account_id = ${account} and dials > 0 and not is_test
    on conflict do nothing`.execute(tx);
  await sql`
    update send_job set to_number = ${to}, last_error = null, brought_pages = 0, confirmed_pages = 0,
      failed_lines = '{}', failed_until = null, faults = 0,
      opens_at = null, next_at = least(next_at, now()),
      state = case when state = 'WAITING' then 'QUEUED' else state end
    where id = ${jobId} and account_id = ${account}`.execute(tx);
  await tx
    .updateTable('fax')
    .set({ other_number: to, party_id: partyId, company })
    .where('account_id', '=', account)
    .where('id', '=', faxId)
    .execute();
}
