import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { removeRows } from '#server/kit/remove-rows.store.ts';
import type { BrandHome } from '#server/kit/brand-origin.ts';

/** A file of the store that is attached to a mail. */
export interface StoredFile {
  name: string;
  type: string;
  key: string;
}

/** A mail to be stored. */
export interface NewMailRow {
  brandId: number;
  template: string;
  language: string;
  to: string;
  payload: string;
  attachments: readonly StoredFile[];
  messageId: string;
  accountId: number | null;
  faxId: number | null;
  /** Whether it goes to an unconfirmed address, and therefore counts. */
  unproved: boolean;
  /** The time until which it waits for the words of its fax; null if it waits for nothing. */
  wordsUntil: Date | null;
}

/** One delivery of a mail; later ones have higher tokens. */
export interface Lease {
  id: number;
  leaseToken: number;
}

/** A mail that is being delivered. */
export interface QueuedMail extends Lease {
  brandId: number;
  template: string;
  language: string;
  to: string;
  payload: string;
  attachments: StoredFile[];
  messageId: string;
  accountId: number | null;
  faxId: number | null;
  /** Whether its document was too large for the receiver, so that it is sent with a link only. */
  bare: boolean;
  /** How long it has been waiting, in hours. */
  hours: number;
}

/**
 * Writes a mail down; gives back its id. Undefined where the address was told of the arrival of this fax before: of
 * several that find so, such as a rule after a list of receivers, one mail is enough.
 */
export async function insertMail(tx: Db, mail: NewMailRow): Promise<number | undefined> {
  const row = await tx
    .insertInto('mail_out')
    .values({
      brand_id: mail.brandId,
      template: mail.template,
      language: mail.language,
      to_address: mail.to,
      payload: mail.payload,
      attachments: JSON.stringify(mail.attachments),
      message_id: mail.messageId,
      account_id: mail.accountId,
      fax_id: mail.faxId,
      unproved: mail.unproved,
      words_until: mail.wordsUntil,
    })
    .onConflict((arrival) =>
      arrival
        .columns(['account_id', 'fax_id', 'to_address'])
        .where(sql<boolean>`template in ('new-fax', 'fax-received')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Ends the wait of the mails of a fax whose words are known, and returns them with their addresses. Mails whose wait
 * has expired are left to the job that delivers them without words.
 */
export async function stopWaiting(
  tx: Db,
  { accountId, faxId }: { accountId: number; faxId: number },
): Promise<{ mailId: number; to: string }[]> {
  // By the current time, not the transaction's start: the other job may have begun since.
  const { rows } = await sql<{ mailId: number; to: string }>`
    update mail_out set words_until = null
    where account_id = ${accountId} and fax_id = ${faxId} and state = 'queued' and words_until > clock_timestamp()
    returning id as "mailId", to_address as "to"`.execute(tx);
  return rows;
}

/**
 * Claims the mail for one delivery, unless it has ended; an earlier claim becomes invalid. `waited` is for the job that
 * delivers it after its wait for words: it gets nothing if another job was added because they are known.
 */
export async function claimMail(
  db: Db,
  id: number,
  { waited = false }: { waited?: boolean | undefined } = {},
): Promise<QueuedMail | undefined> {
  const row = await db
    .updateTable('mail_out')
    .set((eb) => ({ lease_token: eb('lease_token', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .$if(waited, (update) => update.where('words_until', 'is not', null))
    .returning(['id', 'brand_id as brandId', 'template', 'language', 'to_address as to', 'payload'])
    .returning([
      'attachments',
      'message_id as messageId',
      'account_id as accountId',
      'fax_id as faxId',
      'bare',
    ])
    .returning(['lease_token as leaseToken'])
    .returning(sql<number>`(extract(epoch from now() - created_at) / 3600)::float8`.as('hours'))
    .executeTakeFirst();
  if (!row) return undefined;
  return { ...row, payload: row.payload ?? '', attachments: row.attachments as StoredFile[] };
}

/** Whether a delivery still holds its mail: it was not claimed again and has not ended. */
export async function holdsMail(db: Db, { id, leaseToken }: Lease): Promise<boolean> {
  const row = await db
    .selectFrom('mail_out')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('lease_token', '=', leaseToken)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a mail has not ended, whichever delivery holds it. */
export async function isQueued(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('mail_out')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends a mail and removes its content, which may include a link that opens an account. Returns false if it had ended or
 * was erased meanwhile.
 */
export async function endMail(
  db: Db,
  { id, leaseToken }: Lease,
  state: 'sent' | 'failed',
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_out')
    .set((eb) => ({
      state,
      payload: null,
      attachments: '[]',
      last_reason: reason,
      tries: eb('tries', '+', 1),
      ended_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    // Any delivery may record that a mail was accepted; only the one that holds it may record that it failed.
    .$if(state === 'failed', (update) => update.where('lease_token', '=', leaseToken))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends mails that have waited for more than `hours`: the job that would have given them up is gone. */
export async function endLostMails(db: Db, hours: number): Promise<{ id: number; template: string }[]> {
  const { rows } = await sql<{ id: number; template: string }>`
    update mail_out set state = 'failed', payload = null, attachments = '[]', last_reason = 'too old', ended_at = now()
    where state = 'queued' and created_at <= now() - make_interval(hours => ${hours})
    returning id, template`.execute(db);
  return rows;
}

/** Makes the mail be sent without its document from now on. */
export async function strip(db: Db, id: number): Promise<void> {
  await db.updateTable('mail_out').set({ bare: true }).where('id', '=', id).execute();
}

/** Records a failed attempt that will be retried. */
export async function noteTry(db: Db, { id, leaseToken }: Lease, reason: string): Promise<void> {
  await db
    .updateTable('mail_out')
    .set((eb) => ({ tries: eb('tries', '+', 1), last_reason: reason }))
    .where('id', '=', id)
    .where('lease_token', '=', leaseToken)
    .execute();
}

/** What a mail shows of its brand, where its links lead, and the domain that it is sent from. */
export interface MailBrand extends BrandHome {
  title: string;
  color: string;
  logo: string;
  sendDomain: string;
  /** URL of the brand's help pages; empty for none. */
  help: string;
}

export async function findMailBrand(db: Db, brandId: number): Promise<MailBrand> {
  return await db
    .selectFrom('brand')
    .leftJoin('brand_domain', (join) =>
      join.onRef('brand_domain.brand_id', '=', 'brand.id').on('brand_domain.is_primary', '=', true),
    )
    .select(['brand.title', 'brand.color', 'brand.origin', 'brand_domain.domain'])
    .select(['brand.top_banner as logo', 'brand.send_domain as sendDomain', 'brand.help_url as help'])
    .where('brand.id', '=', brandId)
    .executeTakeFirstOrThrow();
}

/** Removes mails that ended more than `days` ago; up to `limit` rows. Returns how many. */
export async function deleteOldMails(db: Db, days: number, limit: number): Promise<number> {
  const when = sql`ended_at < now() - make_interval(days => ${days})`;
  return await removeRows(db, 'mail_out', ['id'], { when, limit });
}
