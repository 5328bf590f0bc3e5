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

/** Three mails came back within a week: nobody reads there, and a relay that sees more of it stops trusting us. */
const SUSPENDED_AFTER = 3;

/** Servers put whole web addresses into their answers; a person reads one line. */
const MAX_DETAIL = 200;

/** What a report says about one mail (RFC 3464 2.3). */
export interface BounceReport {
  /** `failed` is the only one that ends a mail. */
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  /** Like 5.1.1; empty when the report names none. */
  status: string;
  /** Diagnostic-Code or the like, for the operator. */
  detail: string;
}

/** `recorded` also when the mail had come back before; `ignored`: nothing final; `unknown`: not one of our mails. */
export type BounceVerdict = 'recorded' | 'ignored' | 'unknown';

/** An address of an account that mails could not reach. */
export interface MailTroubleRow {
  address: string;
  reason: AddressTrouble;
  suspended: boolean;
  at: Date;
}

/** A mail that its receiver refused, in the session or by a report. */
export interface RefusedMail {
  accountId: number | null;
  to: string;
  status: string;
  detail: string;
}

/** Mails that came back, and what follows for their addresses. */
export interface MailBounces {
  /** The local part of the sender's address that a mail leaves with. */
  localPartFor(mailId: number): string;
  /** Whether a local part is one that reports may come to; asked before anything else of a mail is read. */
  isBounceAddress(localPart: string): boolean;
  /** Takes a report that came to a local part, in any case. A second report about the same mail changes nothing. */
  recordBounce(localPart: string, report: BounceReport): Promise<BounceVerdict>;
  /** Whoever got the mail behind a local part wants no more copies from its account. Again, or of no account: nothing. */
  recordRefusal(localPart: string): Promise<void>;
  /** Notes in the caller's transaction that the receiver refused a mail; suspends its address after the third. */
  noteRefusal(tx: Db, mail: RefusedMail): Promise<void>;
  /** Addresses of the account that mails came back from, the newest first. */
  troubles(account: number): Promise<MailTroubleRow[]>;
}

/** What it stands on; the key signs the addresses that reports come to. */
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
