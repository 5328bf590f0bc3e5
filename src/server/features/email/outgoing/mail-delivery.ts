import type { Logger } from 'pino';

import type { Database, Db } from '#engine/database/port.ts';
import type { MailMessage, MailOut, MailOutcome, MailTrouble } from '#engine/mail/port.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';
import { measure } from '#server/kit/meter.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { writeMailed } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { isSuspended } from './bounces/mail-bounces.store.ts';
import type { MailBounces } from './bounces/mail-bounces.service.ts';
import { composeMail, GIVE_UP_HOURS, isTooOld } from './compose-mail.ts';
import type { ComposeDeps } from './compose-mail.ts';
import {
  claimMail,
  deleteOldMails,
  endLostMails,
  endMail,
  holdsMail,
  isQueued,
  noteTry,
  strip,
} from './mail-out.store.ts';
import type { QueuedMail } from './mail-out.store.ts';
import { MAILS_ABOUT_FAXES } from './mail-templates.ts';
import { standingOf } from './stopped-account.store.ts';
import { watchMail } from './watch-mail.ts';

/** How many days an ended mail is kept for customers' questions; nobody needs to know for longer who got mail when. */
const KEEP_DAYS = 30;

/** A mail that its own job has not given up by then no longer has a job. */
const LOST_HOURS = GIVE_UP_HOURS + 24;

/** Rows per statement: locks stay short. */
const BATCH = 1_000;

/**
 * The status for a receiver that rejects the content without a code: it says nothing about the address (RFC 3463 3.7).
 */
const CONTENT_STATUS = '5.6.0';

/** Dependencies of delivery. */
export interface MailDeliveryDeps extends Omit<ComposeDeps, 'db' | 'bounces'> {
  database: Database;
  mail: MailOut;
  bounces: Pick<MailBounces, 'localPartFor' | 'noteRefusal'>;
  faultPoint: FaultPoint;
  log: Logger;
}

/** How one delivery runs. */
export interface DeliveryRun {
  signal?: AbortSignal | undefined;
  waited?: boolean | undefined;
}

/** The work of the background jobs for mails. */
export interface MailDelivery {
  /**
   * Delivers a queued mail. Throws if it must be retried. Does nothing for an ended or unknown mail or, with `waited`,
   * for one that no longer waits for the words of its fax.
   */
  deliver(id: number, run?: DeliveryRun): Promise<void>;
  /** Alerts the operator if mails are not being sent. */
  watch(): Promise<void>;
  /** Removes mails that ended a month ago, and gives up those whose job is gone. */
  forgetOld(signal: AbortSignal): Promise<void>;
}

/** The reason why a mail was not accepted. */
type Refusal = Extract<MailOutcome, { reason: MailTrouble }>;

/** Thrown so that the queue retries. It names no address and no content, because queues log their errors. */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';
}

export function createMailDelivery(deps: MailDeliveryDeps): MailDelivery {
  return {
    deliver: async (id, run = {}) => await deliver(deps, id, run),
    watch: async () => await watchMail(deps.database, deps.log),
    forgetOld: async (signal) => {
      for (const { id, template } of await endLostMails(deps.database.db, LOST_HOURS))
        logEvent(deps.log, 'mail.given-up', { mail: id, template, reason: 'too old' });
      do signal.throwIfAborted();
      while ((await deleteOldMails(deps.database.db, KEEP_DAYS, BATCH)) === BATCH);
    },
  };
}

async function deliver(deps: MailDeliveryDeps, id: number, run: DeliveryRun): Promise<void> {
  const { db } = deps.database;
  const { signal, waited } = run;
  const row = await claimMail(db, id, { waited });
  if (!row) return;
  const stop = await stopOf(db, row);
  if (stop === 'held') {
    // The queue deletes a job that has waited for two weeks, which would leave the mail queued forever.
    if (isTooOld(row)) return await giveUp(deps, row, 'too old', 'too old');
    await noteTry(db, row, 'account suspended');
    throw new MailNotTaken(`mail ${id} waits until its account is resumed`);
  }
  if (stop !== null) return await giveUp(deps, row, 'suspended', stop);
  const composed = await compose(deps, row);
  if (typeof composed === 'string') return await giveUp(deps, row, composed, composed);
  const proceed = async (): Promise<boolean> => await holdsMail(db, row);
  const outcome = await deps.mail.send(composed, { proceed, ...(signal && { signal }) });
  if (outcome.kind === 'ok') return await finish(deps, row, composed);
  if (outcome.kind === 'lost') return await leave(db, row);
  if (outcome.reason === 'size' && !row.bare && composed.attachments.length > 0) {
    await strip(db, id);
    return await deliver(deps, id, run);
  }
  if (outcome.kind === 'final') return await refused(deps, row, outcome);
  measure('delivery', { channel: 'email', result: 'retry' });
  await noteTry(db, row, detailOf(outcome));
  throw new MailNotTaken(`mail ${id} was not taken: ${outcome.reason}`);
}

/**
 * Handles a lost lease: this process paused for so long that another one took over the mail. Both run the same job: if
 * this one ended the job before the other is done, the mail would be left without a job if the other fails.
 */
async function leave(db: Db, { id }: QueuedMail): Promise<void> {
  if (await isQueued(db, id)) throw new MailNotTaken(`mail ${id} is with another worker`);
}

async function compose(deps: MailDeliveryDeps, row: QueuedMail): Promise<MailMessage | string> {
  return await composeMail({ ...deps, db: deps.database.db }, row);
}

/** Returns why a mail about faxes is not sent, for now or for good; null if nothing prevents it. */
async function stopOf(
  db: Db,
  { accountId, to, template }: QueuedMail,
): Promise<'held' | 'account closed' | 'address suspended' | null> {
  const stops = [...MAILS_ABOUT_FAXES].some((known) => known === template);
  if (!stops || accountId === null) return null;
  const standing = await standingOf(db, accountId);
  if (standing !== 'acts') return standing === 'held' ? 'held' : 'account closed';
  return (await isSuspended(db, accountId, to)) ? 'address suspended' : null;
}

/**
 * Records that the mail was accepted. After a crash just before this write, it is sent once more, with the same id
 * (F-mail-02).
 */
async function finish(deps: MailDeliveryDeps, row: QueuedMail, composed: MailMessage): Promise<void> {
  deps.faultPoint('after_mail_taken');
  await deps.database.transaction(async (tx) => {
    if (!(await endMail(tx, row, 'sent', ''))) return;
    const stored = row.attachments.map(({ key }) => key);
    await writeMailed(tx, { ...row, files: composed.attachments.length, stored });
    if (row.accountId === null || row.faxId === null) return;
    await writeAudit(tx, {
      actor: { kind: 'system' },
      accountId: row.accountId,
      action: 'fax.mailed',
      object: `fax/${row.faxId}`,
      detail: { to: row.to, template: row.template, files: composed.attachments.length },
    });
  });
  measure('delivery', { channel: 'email', result: 'ok', lag: row.hours * 3_600 });
  logEvent(deps.log, 'mail.sent', { mail: row.id, template: row.template });
}

async function refused(deps: MailDeliveryDeps, row: QueuedMail, outcome: Refusal): Promise<void> {
  const { reason, status = '', detail } = outcome;
  await deps.database.transaction(async (tx) => {
    await endMail(tx, row, 'failed', detailOf(outcome));
    await deps.bounces.noteRefusal(tx, {
      accountId: row.accountId,
      to: row.to,
      status: status || (reason === 'address' ? '' : CONTENT_STATUS),
      detail,
    });
  });
  measure('delivery', { channel: 'email', result: 'failed' });
  logEvent(deps.log, 'mail.given-up', { mail: row.id, template: row.template, reason });
}

async function giveUp(
  deps: MailDeliveryDeps,
  row: QueuedMail,
  reason: string,
  detail: string,
): Promise<void> {
  await endMail(deps.database.db, row, 'failed', detail);
  logEvent(deps.log, 'mail.given-up', { mail: row.id, template: row.template, reason });
}

function detailOf({ reason, detail }: Refusal): string {
  return `${reason}: ${detail}`;
}
