import type { Logger } from 'pino';

import type { Database, Db } from '#engine/database/port.ts';

import { cutText } from '#server/kit/storable-text.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { bounceLocalPart, mailOfBounce } from './bounce-address.ts';
import { classOfStatus } from './bounce-class.ts';
import type { AddressTrouble } from './bounce-class.ts';
import {
  addressOfMail,
  countBounce,
  isSuspended,
  listTroubles,
  markBounced,
  refuseCopies,
  suspend,
} from './mail-bounces.store.ts';

export { refusersOf } from './mail-bounces.store.ts';

/**
 * After this many bounces within a week nobody reads the address, and a relay that sees more of them stops trusting us.
 */
const SUSPENDED_AFTER = 3;

/** Maximum length of a detail: servers put whole URLs into their replies, but a person reads one line. */
const MAX_DETAIL = 200;

/** The content of a report about one mail (RFC 3464 2.3). */
export interface BounceReport {
  /** Only `failed` ends a mail. */
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  /** A status code like 5.1.1; empty if the report contains none. */
  status: string;
  /** The Diagnostic-Code or similar, for the operator. */
  detail: string;
}

/**
 * The result of a report. `recorded`: also if the mail had bounced before; `ignored`: not a final failure; `unknown`:
 * not about one of our mails.
 */
export type BounceVerdict = 'recorded' | 'ignored' | 'unknown';

/** An address of an account that mails could not reach. */
export interface MailTroubleRow {
  address: string;
  reason: AddressTrouble;
  suspended: boolean;
  at: Date;
}

/** A mail that its receiver refused, either in the SMTP session or by a report. */
export interface RefusedMail {
  accountId: number | null;
  to: string;
  status: string;
  detail: string;
}

/** Records bounced mails, and acts on their addresses. */
export interface MailBounces {
  /** Returns the local part of the envelope sender of a mail. */
  localPartFor(mailId: number): string;
  /** Whether a local part accepts reports; checked before anything else of a mail is read. */
  isBounceAddress(localPart: string): boolean;
  /** Records a report sent to a local part, in any case. A second report about the same mail changes nothing. */
  recordBounce(localPart: string, report: BounceReport): Promise<BounceVerdict>;
  /**
   * Records that the recipient of the mail behind a local part wants no more copies from its account. Does nothing if
   * that is already recorded, or if the mail belongs to no account.
   */
  recordRefusal(localPart: string): Promise<void>;
  /**
   * Records in the caller's transaction that the receiver refused a mail; suspends its address after the third refusal.
   */
  noteRefusal(tx: Db, mail: RefusedMail): Promise<void>;
  /** Lists the account's addresses that mails bounced from, most recent first. */
  troubles(account: number): Promise<MailTroubleRow[]>;
}

/** Dependencies of the bounces; the key signs the addresses for reports. */
export interface MailBouncesDeps {
  database: Database;
  key: Buffer;
  /** Called in the transaction that suspends an address. */
  onSuspended: (tx: Db, accountId: number, address: string) => Promise<void>;
  log: Pick<Logger, 'info' | 'warn'>;
}

export function createMailBounces(deps: MailBouncesDeps): MailBounces {
  const { database, key, log } = deps;
  const noteRefusal = async (tx: Db, mail: RefusedMail) => await note(deps, tx, mail);
  return {
    localPartFor: (mailId) => bounceLocalPart(key, mailId),
    isBounceAddress: (localPart) => mailOfBounce(key, localPart) !== null,
    recordBounce: async (localPart, report) => {
      const mailId = mailOfBounce(key, localPart);
      if (mailId === null) return 'unknown';
      if (report.action !== 'failed') return 'ignored';
      return await database.transaction<BounceVerdict>(async (tx) => {
        const detail = oneLine(report.detail);
        const mail = await markBounced(tx, mailId, `bounced ${report.status}: ${detail}`);
        if (mail) await noteRefusal(tx, { ...mail, status: report.status, detail });
        logEvent(log, 'mail.bounced', { mail: mailId, status: report.status, known: mail !== undefined });
        return 'recorded';
      });
    },
    recordRefusal: async (localPart) => {
      const mailId = mailOfBounce(key, localPart);
      if (mailId !== null) await database.transaction(async (tx) => await refuse(tx, mailId));
    },
    noteRefusal,
    troubles: async (account) => await listTroubles(database.db, account),
  };
}

async function refuse(tx: Db, mailId: number): Promise<void> {
  const mail = await addressOfMail(tx, mailId);
  if (!mail || mail.accountId === null) return;
  const address = mail.to.toLowerCase();
  if (!(await refuseCopies(tx, mail.accountId, address))) return;
  await writeAudit(tx, {
    actor: { kind: 'guest' },
    accountId: mail.accountId,
    action: 'mail.copies-refused',
    detail: { address },
  });
}

async function note({ log, onSuspended }: MailBouncesDeps, tx: Db, mail: RefusedMail): Promise<void> {
  if (mail.accountId === null) return;
  const { reason, counts } = classOfStatus(mail.status);
  const address = mail.to.toLowerCase();
  const bounces = await countBounce(tx, mail.accountId, address, {
    reason,
    detail: oneLine(mail.detail),
    by: counts ? 1 : 0,
  });
  if (bounces < SUSPENDED_AFTER || (await isSuspended(tx, mail.accountId, address))) return;
  await suspend(tx, mail.accountId, address);
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId: mail.accountId,
    action: 'mail.suspended',
    detail: { address, reason, bounces },
  });
  await onSuspended(tx, mail.accountId, address);
  logEvent(log, 'mail.address-stopped', { account: mail.accountId, reason });
}

function oneLine(text: string): string {
  return cutText(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), MAX_DETAIL);
}
