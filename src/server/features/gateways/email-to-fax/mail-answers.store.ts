import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Returns the mail that a document came from, if its sender waits for an answer. */
export async function findUnanswered(tx: Db, documentId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('mail_in')
    .select('id')
    .where('document_id', '=', documentId)
    .where('answered_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** The contents of an answer. */
export interface MailToAnswer {
  accountId: AccountId;
  brandId: number;
  language: string;
  number: string;
  hipaa: boolean;
  sender: string;
  subject: string;
  storageKey: string;
  tiffKey: string | null;
  documentState: 'new' | 'ready' | 'failed';
  fault: string | null;
  pages: number;
  /** Destinations and their outcomes so far; `ready` ones report their end by a separate mail. */
  faxes: { to: string; state: string; reason: string | null; ready: boolean }[];
  /** Answers of this kind that the sender got within the hour. */
  recentAnswers: number;
}

export async function findMailToAnswer(db: Db, mailId: number): Promise<MailToAnswer | undefined> {
  const { rows } = await sql<Omit<MailToAnswer, 'accountId'> & { accountId: number }>`
    select a.id as "accountId", a.brand_id as "brandId", s.language, a.fax_number as number, a.is_hipaa as hipaa,
      m.sender, m.subject, d.storage_key as "storageKey", d.tiff_key as "tiffKey", d.state as "documentState", d.fault, d.pages,
      (
        select coalesce(jsonb_agg(jsonb_build_object('to', j.to_number, 'state', j.state, 'reason', j.last_error,
          'ready', j.ready) order by j.id), '[]')
        from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id
        where f.account_id = m.account_id and f.document_id = m.document_id and j.origin = 'email'
      ) as faxes,
      (
        select count(*)::int from mail_in o
        where o.sender = m.sender and o.answered_at > now() - interval '1 hour'
      ) as "recentAnswers"
    from mail_in m join account a on a.id = m.account_id join account_settings s on s.account_id = a.id
    join document d on d.id = m.document_id
    where m.id = ${mailId} and m.answered_at is null`.execute(db);
  const [row] = rows;
  return row && { ...row, accountId: provenAccount(row.accountId) };
}

/** Marks the mail as answered. Returns false if another run was faster. */
export async function markAnswered(tx: Db, mailId: number, cancelHash: Buffer | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail_in')
    .set({ answered_at: sql<Date>`now()`, cancel_hash: cancelHash })
    .where('id', '=', mailId)
    .where('answered_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the mail of a link, locked until the transaction ends, so that a link works once. */
export async function findByCancelHash(
  tx: Db,
  hash: Buffer,
): Promise<{ id: number; accountId: AccountId; documentId: number; used: boolean } | undefined> {
  const row = await tx
    .selectFrom('mail_in')
    .select(['id', 'account_id as accountId', 'document_id as documentId', 'cancelled_at as cancelledAt'])
    .where('cancel_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, accountId: provenAccount(row.accountId), used: row.cancelledAt !== null };
}

/** Returns the jobs of a mail, including ended ones, without those of manual resends. */
export async function listMailJobs(tx: Db, account: AccountId, documentId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('send_job as j')
    .innerJoin('fax as f', (join) =>
      join.onRef('f.account_id', '=', 'j.account_id').onRef('f.id', '=', 'j.fax_id'),
    )
    .select('j.id')
    .where('f.account_id', '=', account)
    .where('f.document_id', '=', documentId)
    .where('j.origin', '=', 'email')
    .orderBy('j.id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function markCancelled(tx: Db, mailId: number): Promise<void> {
  await tx
    .updateTable('mail_in')
    .set({ cancelled_at: sql<Date>`now()` })
    .where('id', '=', mailId)
    .execute();
}
