import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { parseAddress } from '#engine/mail/port.ts';
import type { MailAddress, MailAttachment, MailMessage, MailOut } from '#engine/mail/port.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';
import type { Messages } from '#server/kit/messages.ts';

import { deleteOldMails, endMail, findMailBrand, findQueuedMail, noteTry } from './mail-out.store.ts';
import type { QueuedMail } from './mail-out.store.ts';
import { openPayload } from './mail-payload.ts';
import { MAIL_TEMPLATES, renderMail } from './mail-templates.ts';
import type { MailTemplate } from './mail-templates.ts';

/** Five days, as mail servers do (RFC 5321 4.5.4.1). */
const GIVE_UP_HOURS = 120;

/** A link to a new password is dead after an hour: later the mail would only confuse. */
const GIVE_UP_SOONER: Partial<Record<MailTemplate, number>> = { 'reset-password': 1 };

/** An ended mail is kept for questions of customers; who got mail when is nobody's business for longer. */
const KEEP_DAYS = 30;

/** Rows a statement: locks stay short. */
const BATCH = 1_000;

/** What delivery needs. */
export interface MailDeliveryDeps {
  database: Database;
  mail: MailOut;
  files: Pick<FileStore, 'get'>;
  messages: Messages;
  payloadKey: Buffer;
  from: MailAddress;
  publicOrigin: string;
  publicPath: string;
  log: Logger;
}

/** What the background jobs do with mails. */
export interface MailDelivery {
  /** Delivers a queued mail. Throws when it has to be tried again; an ended or unknown one is nothing to do. */
  deliver(id: number): Promise<void>;
  /** Removes mails that ended a month ago. */
  forgetOld(signal: AbortSignal): Promise<void>;
}

/** Thrown so that the queue tries again. It names no address and no content: queues log their errors. */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';
}

export function createMailDelivery(deps: MailDeliveryDeps): MailDelivery {
  return {
    deliver: async (id) => await deliver(deps, id),
    forgetOld: async (signal) => {
      do signal.throwIfAborted();
      while ((await deleteOldMails(deps.database.db, KEEP_DAYS, BATCH)) === BATCH);
    },
  };
}

async function deliver(deps: MailDeliveryDeps, id: number): Promise<void> {
  const { db } = deps.database;
  const row = await findQueuedMail(db, id);
  if (!row) return;
  const composed = await compose(deps, row);
  if (typeof composed === 'string') {
    await giveUp(deps, row, composed, composed);
    return;
  }
  const outcome = await deps.mail.send(composed);
  if (outcome.kind === 'ok') {
    await endMail(db, id, 'sent', '');
    deps.log.info({ mail: id, template: row.template }, 'mail sent');
    return;
  }
  const detail = `${outcome.reason}: ${outcome.detail}`;
  if (outcome.kind === 'final') {
    await giveUp(deps, row, outcome.reason, detail);
    return;
  }
  await noteTry(db, id, detail);
  throw new MailNotTaken(`mail ${id} was not taken: ${outcome.reason}`);
}

async function giveUp(
  deps: MailDeliveryDeps,
  row: QueuedMail,
  reason: string,
  detail: string,
): Promise<void> {
  await endMail(deps.database.db, row.id, 'failed', detail);
  deps.log.warn({ mail: row.id, template: row.template, reason }, 'mail given up');
}

/** The mail as it leaves, or the reason why it never can. */
async function compose(deps: MailDeliveryDeps, row: QueuedMail): Promise<MailMessage | string> {
  const template = MAIL_TEMPLATES.find((known) => known === row.template);
  const to = parseAddress(row.to);
  const about = openPayload(deps.payloadKey, row.messageId, row.payload);
  if (!template) return 'template unknown';
  if (row.hours >= (GIVE_UP_SOONER[template] ?? GIVE_UP_HOURS)) return 'too old';
  if (!to) return 'not one address';
  if (!about) return 'sealed with another key';
  const files = await attachmentsOf(deps.files, row);
  if (!files) return 'a file is gone';
  const brand = await findMailBrand(deps.database.db, row.brandId);
  const link = about.path && `${brandOrigin(brand, deps.publicOrigin)}${deps.publicPath}${about.path}`;
  const params = { ...about.params, title: brand.title };
  return {
    ...renderMail(deps.messages, row.language, template, params, link),
    template,
    from: { name: brand.title, address: deps.from },
    to,
    attachments: files,
    messageId: row.messageId,
  };
}

async function attachmentsOf(
  files: Pick<FileStore, 'get'>,
  { attachments }: QueuedMail,
): Promise<MailAttachment[] | null> {
  const found: MailAttachment[] = [];
  for (const { name, type, key } of attachments) {
    const bytes = await files.get(key);
    if (!bytes) return null;
    found.push({ name, type, bytes });
  }
  return found;
}
