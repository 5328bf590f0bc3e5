import { randomBytes } from 'node:crypto';

import type { Db } from '#engine/database/port.ts';
import type { JobQueue } from '#engine/jobs/port.ts';
import { domainOf } from '#engine/mail/port.ts';
import type { MailAddress } from '#engine/mail/port.ts';
import { AppError } from '#server/kit/app-error.ts';

import { deliverMailKind } from './mail-out.jobs.ts';
import { insertMail, stopWaiting } from './mail-out.store.ts';
import type { StoredFile } from './mail-out.store.ts';
import { sealPayload } from './mail-payload.ts';
import type { MailParams, MailTemplate } from './mail-templates.ts';
import { admitMail } from './unproved-mail.ts';
import type { ConcurrencyLimit } from './unproved-mail.ts';

export type { StoredFile } from './mail-out.store.ts';
export type { EncloseFax, EnclosedFax } from './enclosed-fax.ts';
export type { SmtpReply, MailTemplate } from './mail-templates.ts';

/** Enough that no two mails of an installation ever share an id. */
const MESSAGE_ID_BYTES = 18;

/** A mail as a feature asks for it. */
export interface NewMail {
  template: MailTemplate;
  brandId: number;
  /** Exactly one address; anything else is kept as failed and reaches nobody. */
  to: string;
  language: string;
  params: MailParams;
  /** Where the mail's link leads, below the brand's own origin: `/reset-password?token=…`. */
  path?: string;
  attachments?: readonly StoredFile[];
  /**
   * Whose mail it is: reports that it came back are shown to the owner of this account. Every mail that an account
   * causes names it, or nobody would count those to addresses that have not confirmed (A-SUB-06).
   */
  accountId?: number;
  /** Over that limit the caller gets the error, in words for a person; otherwise the mail is left out. */
  atLimit?: 'refuse';
  /** The receiver wrote to us first, or copies have a limit of their own (A-SEND-16). */
  uncounted?: true;
  /** The fax that it is about; what goes along is looked up when the mail leaves. */
  faxId?: number;
  /** The words of its fax are being read and go along: the mail leaves when they are known, at this time at the latest. */
  wordsUntil?: Date;
  /** The Message-ID of the mail that it answers: marked so, and without a return path, so that no two machines write in circles. */
  answers?: string;
}

/**
 * Queues a mail in the caller's own transaction: it leaves if and only if that is committed. Throws ADDRESS_MAIL_LIMIT
 * and ACCOUNT_MAIL_LIMIT where the mail asks for it.
 */
export type QueueMail = (tx: Db, mail: NewMail) => Promise<void>;

/** What queueing needs. */
export interface MailQueueDeps {
  queue: Pick<JobQueue, 'enqueue'>;
  /** Seals what a mail is about while it waits. */
  payloadKey: Buffer;
  /** The sender of mails without a brand's own; its domain names the mails. */
  from: MailAddress;
}

/** The domain that a mail goes to; all of one domain end on the same servers. */
function receiverOf(to: string): string {
  return to.slice(to.lastIndexOf('@') + 1).toLowerCase();
}

export function createQueueMail({ queue, payloadKey, from }: MailQueueDeps): QueueMail {
  return async (tx, mail) => {
    const limit = await admit(tx, mail);
    if (limit instanceof AppError) {
      if (mail.atLimit === 'refuse') throw limit;
      return;
    }
    const messageId = `${randomBytes(MESSAGE_ID_BYTES).toString('hex')}@${domainOf(from)}`;
    const about = { params: mail.params, path: mail.path ?? '', answers: mail.answers };
    const mailId = await insertMail(tx, {
      brandId: mail.brandId,
      template: mail.template,
      language: mail.language,
      to: mail.to,
      payload: sealPayload(payloadKey, messageId, about),
      attachments: mail.attachments ?? [],
      messageId,
      accountId: mail.accountId ?? null,
      faxId: mail.faxId ?? null,
      unproved: limit === 'counted',
      wordsUntil: mail.wordsUntil ?? null,
    });
    if (mailId === undefined) return;
    const group = receiverOf(mail.to);
    if (mail.wordsUntil === undefined) await queue.enqueue(tx, deliverMailKind, { mailId }, { group });
    else
      await queue.enqueue(
        tx,
        deliverMailKind,
        { mailId, waited: true },
        { group, notBefore: mail.wordsUntil },
      );
  };
}

/**
 * What reading calls in its own transaction when it has read all pages of a fax: mails that waited for its words leave now.
 * The jobs that would have sent them without words find nothing to do then, so each mail has one job that delivers it.
 */
export function createSendWithWords({ queue }: Pick<MailQueueDeps, 'queue'>) {
  return async (tx: Db, fax: { accountId: number; faxId: number }): Promise<void> => {
    for (const { mailId, to } of await stopWaiting(tx, fax))
      await queue.enqueue(tx, deliverMailKind, { mailId }, { group: receiverOf(to) });
  };
}

async function admit(tx: Db, { accountId, to, uncounted }: NewMail): Promise<ConcurrencyLimit> {
  return accountId === undefined || uncounted ? 'free' : await admitMail(tx, { accountId, to });
}
