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
import type { MailAdmission } from './unproved-mail.ts';

export type { StoredFile } from './mail-out.store.ts';
export type { EncloseFax, EnclosedFax } from './enclosed-fax.ts';
export type { SmtpReply, MailTemplate } from './mail-templates.ts';

/** Enough random bytes that no two mails of an installation ever share an id. */
const MESSAGE_ID_BYTES = 18;

/** A mail as a feature requests it. */
export interface NewMail {
  template: MailTemplate;
  brandId: number;
  /** Exactly one address; anything else is stored as failed and reaches nobody. */
  to: string;
  language: string;
  params: MailParams;
  /** Target of the mail's link, relative to the brand's own origin: `/reset-password?token=…`. */
  path?: string;
  attachments?: readonly StoredFile[];
  /**
   * The mail's account, whose owner is shown reports of bounces. Every mail that an account causes names it: otherwise
   * mails to unconfirmed addresses would not be counted (A-SUB-06).
   */
  accountId?: number;
  /** Whether the caller gets an error for a person to read if that limit is exceeded; otherwise the mail is dropped. */
  atLimit?: 'refuse';
  /** Set if the recipient wrote to us first, or if copies have their own limit (A-SEND-16). */
  uncounted?: true;
  /** The fax that the mail is about; what is enclosed is decided when the mail is sent. */
  faxId?: number;
  /**
   * The words of the fax are being recognized and will be enclosed: the mail is sent when they are known, at this time
   * at the latest.
   */
  wordsUntil?: Date;
  /**
   * The Message-ID of the mail that this one answers. It is marked as an answer and has no return path, so that no two
   * machines answer each other forever.
   */
  answers?: string;
}

/**
 * Queues a mail in the caller's own transaction: it is sent if and only if that commits. Throws ADDRESS_MAIL_LIMIT and
 * ACCOUNT_MAIL_LIMIT if the mail has `atLimit: 'refuse'`.
 */
export type QueueMail = (tx: Db, mail: NewMail) => Promise<void>;

/** Dependencies of queueing. */
export interface MailQueueDeps {
  queue: Pick<JobQueue, 'enqueue'>;
  /** Seals the mail's content while it waits. */
  payloadKey: Buffer;
  /** The sender of mails for brands without their own; its domain is part of the mails' ids. */
  from: MailAddress;
}

/** Returns the domain that a mail goes to; all mails of one domain reach the same servers. */
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
 * Creates the function that text recognition calls in its own transaction once it has read all pages of a fax: mails
 * that waited for its words are sent now. The jobs that would have sent them without words then find nothing to do, so
 * that each mail has one job that delivers it.
 */
export function createSendWithWords({ queue }: Pick<MailQueueDeps, 'queue'>) {
  return async (tx: Db, fax: { accountId: number; faxId: number }): Promise<void> => {
    for (const { mailId, to } of await stopWaiting(tx, fax))
      await queue.enqueue(tx, deliverMailKind, { mailId }, { group: receiverOf(to) });
  };
}

async function admit(tx: Db, { accountId, to, uncounted }: NewMail): Promise<MailAdmission> {
  return accountId === undefined || uncounted ? 'free' : await admitMail(tx, { accountId, to });
}
