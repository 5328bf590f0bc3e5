import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { DEFAULT_MONTH_LIMIT } from '#contract/mailbox/account.ts';
import type { Db } from '#engine/database/port.ts';

import type { MailTemplate, QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import { provenAccount } from '#server/kit/scope.ts';
import { listReceivers, markWarned, readFax, readListener, readUsage } from './fax-notices.store.ts';
import type { Listener } from './fax-notices.store.ts';
import { about, company, ownNumber, reasonOf, shown, tell } from './notice-params.ts';

/** Percentages of the monthly pages at which a mail is sent, each once a month. */
const WARNED_AT = [80, 100] as const;

/** The option of `f2e account allow` that raises each limit. */
const OPTIONS = { calls: '--day-calls', pages: '--day-pages', number: '--per-number' } as const;

/** Most numbers that one mail lists; the hundreds of a broadcast would be unreadable. */
const MAX_LISTED = 20;

/** The fax that a notice is about. Its row was written in the same transaction. */
export interface FaxEvent {
  accountId: number;
  faxId: number;
}

/** Mails about faxes, queued in the transaction of the event: no mail is lost, and none reports what did not happen. */
export interface FaxNotices {
  /** A fax arrived: mails the owner, if wanted, and each address that receives faxes. */
  arrived(tx: Db, fax: FaxEvent): Promise<void>;
  /** Does the same for addresses that a rule names; an address that is told of every fax is not told twice. */
  arrivedFor(tx: Db, fax: FaxEvent, addresses: readonly string[]): Promise<void>;
  sent(tx: Db, fax: FaxEvent): Promise<void>;
  /** A fax failed for good, or it is unknown whether it arrived. Its row has the reason. */
  failed(tx: Db, fax: FaxEvent): Promise<void>;
  /** Pages were counted: warns at 80 and 100 % of the month, unless the owner has turned these mails off. */
  booked(tx: Db, accountId: number): Promise<void>;
  /** The account was closed before faxes to these numbers were sent, so they were canceled. */
  unsent(tx: Db, accountId: number, numbers: readonly string[]): Promise<void>;
  /** An account has reached a daily limit: notifies the operator. */
  limitReached(
    tx: Db,
    accountId: number,
    limit: { kind: 'calls' | 'pages' | 'number'; max: number },
  ): Promise<void>;
  /** An address gets no more mails because they bounced: notifies the owner, unless the address is the owner's own. */
  suspended(tx: Db, accountId: number, address: string): Promise<void>;
}

/** Dependencies of notices; `zone` is the server's, in which months begin. */
export interface FaxNoticesDeps {
  queueMail: QueueMail;
  /** Tells whether the words on the pages of a fax are still to come. */
  texts: Pick<PageTexts, 'wordsDue'>;
  /** Address of notices for the operator. */
  operatorEmail: string;
  zone: string;
}

export function createFaxNotices(deps: FaxNoticesDeps): FaxNotices {
  return {
    arrived: async (tx, event) => await tellArrived(deps, tx, event),
    arrivedFor: async (tx, event, addresses) => {
      const listener = await readListener(tx, event.accountId);
      const told = await toldOfAll(tx, listener);
      const others = addresses.filter((address) => !told.has(address));
      await tellOf(deps, tx, listener, { ...event, told: others.map((to) => [to, 'fax-received']) });
    },
    sent: async (tx, event) => await tellSender(deps, tx, event, 'fax-sent'),
    failed: async (tx, event) => await tellSender(deps, tx, event, 'fax-failed'),
    booked: async (tx, accountId) => await warnOfUsage(deps, tx, accountId),
    unsent: async (tx, accountId, numbers) => await tellUnsent(deps, tx, accountId, numbers),
    limitReached: async (tx, accountId, { kind, max }) => {
      const { brandId, faxNumber } = await readListener(tx, accountId);
      await deps.queueMail(tx, {
        template: 'day-limit',
        brandId,
        to: deps.operatorEmail,
        language: 'en',
        params: {
          name: formatFaxNumber(faxNumber) ?? faxNumber,
          account: accountId,
          limit: { say: `mail.limit.${kind}` },
          max,
          option: OPTIONS[kind],
        },
      });
    },
    suspended: async (tx, accountId, address) => {
      const listener = await readListener(tx, accountId);
      if (listener.adminEmail.toLowerCase() === address.toLowerCase()) return;
      await tell(deps, tx, listener, listener.adminEmail, {
        template: 'mail-suspended',
        params: { name: ownNumber(listener), address },
        path: '/preferences/subaccounts',
      });
    },
  };
}

/** Mails the owner of an account that is being closed which faxes were canceled with it. */
export async function tellUnsent(
  deps: Pick<FaxNoticesDeps, 'queueMail'>,
  tx: Db,
  accountId: number,
  numbers: readonly string[],
): Promise<void> {
  const listener = await readListener(tx, accountId);
  const listed = [...new Set(numbers)].slice(0, MAX_LISTED).map((number) => shown(listener, number));
  await tell(deps, tx, listener, listener.adminEmail, {
    template: 'faxes-cancelled',
    params: {
      name: ownNumber(listener) || listener.adminEmail,
      faxes: numbers.length,
      numbers: listed.join(', ') + (new Set(numbers).size > MAX_LISTED ? ' …' : ''),
    },
    path: '',
  });
}

async function tellArrived(deps: FaxNoticesDeps, tx: Db, event: FaxEvent): Promise<void> {
  const listener = await readListener(tx, event.accountId);
  await tellOf(deps, tx, listener, { ...event, told: [...(await toldOfAll(tx, listener))] });
}

/** Returns who is told of every received fax, and with which template. */
async function toldOfAll(tx: Db, listener: Listener): Promise<Map<string, MailTemplate>> {
  const receivers = await listReceivers(tx, listener.accountId);
  const told = new Map<string, MailTemplate>(receivers.map((email) => [email, 'fax-received']));
  if (listener.notifyNew) told.set(listener.adminEmail.toLowerCase(), 'new-fax');
  return told;
}

async function tellOf(
  { queueMail, texts }: FaxNoticesDeps,
  tx: Db,
  listener: Listener,
  { told, ...event }: FaxEvent & { told: readonly (readonly [string, MailTemplate])[] },
): Promise<void> {
  if (told.length === 0) return;
  const fax = await readFax(tx, event.accountId, event.faxId);
  const until = listener.wantsWords
    ? await texts.wordsDue(tx, provenAccount(event.accountId), event.faxId)
    : null;
  for (const [to, template] of told) {
    await tell({ queueMail }, tx, listener, to, {
      template,
      faxId: fax.id,
      ...(until && { wordsUntil: until }),
      params: {
        ...about(listener, fax),
        name: ownNumber(listener),
        ...company(listener, fax),
        ...(fax.cutOff && { incomplete: { say: 'mail.incomplete' } }),
      },
      path: `/inbox?fax=${fax.id}`,
    });
  }
}

/**
 * Mails the outcome of a fax: always to the person, if it was sent by mail, and to the owner as the account's settings
 * say.
 */
async function tellSender(
  { queueMail }: FaxNoticesDeps,
  tx: Db,
  event: FaxEvent,
  template: 'fax-sent' | 'fax-failed',
): Promise<void> {
  const listener = await readListener(tx, event.accountId);
  const fax = await readFax(tx, event.accountId, event.faxId);
  const wanted = ['all', template === 'fax-sent' ? 'sent' : 'failed'];
  const told = new Set<string>();
  if (wanted.includes(listener.sendNotices)) told.add(listener.adminEmail.toLowerCase());
  if (fax.origin === 'email' && fax.originatorEmail) {
    const sender = fax.originatorEmail.toLowerCase();
    // mail-in answers for a fax that failed because of its document, once for all numbers of the mail.
    if (fax.ready === false) told.delete(sender);
    else told.add(sender);
  }
  const { from: other, ...rest } = about(listener, fax);
  for (const to of told) {
    await tell({ queueMail }, tx, listener, to, {
      template,
      faxId: fax.id,
      ...(fax.origin === 'email' && to === fax.originatorEmail?.toLowerCase() && { uncounted: true }),
      params: {
        ...rest,
        to: other,
        name: ownNumber(listener),
        attempts: Math.max(fax.dials ?? 1, 1),
        ...(template === 'fax-failed' && { reason: reasonOf(fax.reason) }),
      },
      path: template === 'fax-sent' ? `/inbox?folder=Sent&fax=${fax.id}` : '/dashboard',
    });
  }
}

async function warnOfUsage({ queueMail, zone }: FaxNoticesDeps, tx: Db, accountId: number): Promise<void> {
  const usage = await readUsage(tx, accountId, zone, DEFAULT_MONTH_LIMIT);
  if (!usage || usage.limit <= 0) return;
  const reached = WARNED_AT.filter((percent) => usage.used * 100 >= usage.limit * percent);
  const fresh = await markWarned(tx, accountId, usage.month, reached);
  if (fresh.length === 0) return;
  const listener = await readListener(tx, accountId);
  if (!listener.usageNotices) return;
  const full = Math.max(...fresh) === 100;
  await tell({ queueMail }, tx, listener, listener.adminEmail, {
    // A fax that passes both marks at once causes one mail.
    template: full ? 'usage-100' : 'usage-80',
    params: {
      name: ownNumber(listener),
      used: usage.used,
      limit: usage.limit,
      effect: { say: `mail.overage.${usage.overage}.${full ? 'reached' : 'ahead'}` },
    },
    path: '/dashboard',
  });
}
