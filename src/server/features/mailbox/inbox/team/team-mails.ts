import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Db } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { mailReaders } from './team-mails.store.ts';
import type { WorkRow } from './work.store.ts';

/** A change that others are told of, by a person, a rule, or the owner with number and password (empty). */
interface TeamNews {
  by: string;
  to: readonly number[];
  faxes: readonly number[];
}

/** The page that a mail about several faxes links to. */
const OWN_WORK = `/inbox?q=${encodeURIComponent('assigned:me is:open')}`;

/**
 * Mails people about faxes assigned to them, if they want such mails. Mail is not confidential, so it names neither the
 * sender nor the content of a fax.
 */
export async function mailAssigned(
  queueMail: QueueMail,
  tx: Db,
  account: AccountId,
  news: TeamNews,
): Promise<void> {
  await mailAll(queueMail, tx, account, { ...news, template: 'team-assigned' });
}

/** Mails a person about faxes assigned to them, except those that they took themselves or already had. */
export async function tellAssigned(
  queueMail: QueueMail,
  tx: Db,
  { accountId, person }: Caller,
  { assignee, before }: { assignee: number | null | undefined; before: readonly WorkRow[] },
): Promise<void> {
  if (typeof assignee !== 'number' || assignee === person?.id) return;
  const faxes = before.filter(({ work }) => work.assignee !== String(assignee)).map(({ id }) => id);
  await mailAssigned(queueMail, tx, accountId, { by: person?.name ?? '', to: [assignee], faxes });
}

/** Mails those whom a note mentions, without the text of the note. */
export async function tellMentioned(
  queueMail: QueueMail,
  tx: Db,
  { accountId, person }: Caller,
  { fax, named }: { fax: number; named: readonly number[] },
): Promise<void> {
  const to = named.filter((id) => id !== person?.id);
  const news = { by: person?.name ?? '', to, faxes: [fax] };
  await mailAll(queueMail, tx, accountId, { ...news, template: 'team-mentioned' });
}

async function mailAll(
  queueMail: QueueMail,
  tx: Db,
  account: AccountId,
  { by, to, faxes, template }: TeamNews & { template: 'team-assigned' | 'team-mentioned' },
): Promise<void> {
  const [fax, ...others] = faxes;
  if (fax === undefined || to.length === 0) return;
  for (const { email, brandId, number, language } of await mailReaders(tx, account, to))
    await queueMail(tx, {
      template,
      brandId,
      accountId: account,
      to: email,
      language,
      params: {
        by: by || { say: 'mail.owner' },
        name: formatFaxNumber(number) ?? '',
        faxes: { say: others.length === 0 ? 'mail.work.one' : 'mail.work.several' },
      },
      path: others.length === 0 ? `/inbox?fax=${fax}` : OWN_WORK,
    });
}
