import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { FAIL_REASONS } from '#contract/kit/fax-state.ts';
import { intlLocale } from '#contract/kit/language.ts';
import type { Db } from '#engine/database/port.ts';

import type { NewMail, QueueMail, SmtpReply } from '#server/features/email/outgoing/mail-out.service.ts';
import type { Listener, NoticedFax } from './fax-notices.store.ts';

/**
 * Maximum characters of a company name, which may come from a stranger's machine: keeps subjects and lists readable.
 */
const MAX_COMPANY = 60;

/** Digits of a number that a mail about health records shows (A-MAILOUT-02). */
const SHOWN_DIGITS = 4;

/** Queues one mail about an account in its language. */
export async function tell(
  { queueMail }: { queueMail: QueueMail },
  tx: Db,
  { accountId, brandId, language }: Listener,
  to: string,
  mail: Pick<NewMail, 'template' | 'params' | 'path' | 'faxId' | 'uncounted' | 'wordsUntil'>,
): Promise<void> {
  await queueMail(tx, { ...mail, to, accountId, brandId, language });
}

/** Returns what a mail says about a fax. */
export function about(
  listener: Listener,
  fax: Pick<NoticedFax, 'otherNumber' | 'pages' | 'at'>,
): { from: string | SmtpReply; pages: number; at: string } {
  return {
    from: shown(listener, fax.otherNumber) || { say: 'mail.withheld' },
    pages: fax.pages,
    at: new Intl.DateTimeFormat(intlLocale(listener.language), {
      timeZone: listener.zone,
      dateStyle: 'long',
      timeStyle: 'short',
    }).format(fax.at),
  };
}

/** Returns the caller's name from the account's contacts, or else the station id of the machine. */
export function company(listener: Listener, { company: known, stationId }: NoticedFax): { company?: string } {
  const words = (known || stationId).trim().slice(0, MAX_COMPANY);
  return listener.isHipaa || words === '' ? {} : { company: words };
}

/** Returns why a fax failed, in words. */
export function reasonOf(reason: string | null): SmtpReply {
  if (reason === 'UNCERTAIN') return { say: 'mail.reason.uncertain' };
  return { say: FAIL_REASONS.some((known) => known === reason) ? `reasons.${reason}` : 'mail.reason.other' };
}

/** Returns the account's own number as its mails show it. */
export function ownNumber(listener: Listener): string {
  return shown(listener, listener.faxNumber);
}

/**
 * Formats a number for a mail. Mail can be read on the way, so an account with health records shows no complete number.
 */
export function shown({ isHipaa }: Listener, digits: string): string {
  if (digits === '') return '';
  return isHipaa ? `***-***-${digits.slice(-SHOWN_DIGITS)}` : (formatFaxNumber(digits) ?? digits);
}
