import type { Db } from '#engine/database/port.ts';

import type { QueueMail, SmtpReply } from '#server/features/email/outgoing/mail-out.service.ts';
import { readListener } from './fax-notices.store.ts';
import { about, ownNumber, reasonOf, tell } from './notice-params.ts';

/** Mails cut parameters at 200 characters, and a truncated address would be a different one. */
const MOST_LISTED = 190;

/** Why a copy is not mailed, or the fault of a document that has no pages. */
export type UnmailedReason = keyof typeof REASONS | { fault: string };

const REASONS = {
  'too-large': { say: 'mail.reason.tooLarge' },
  unwanted: { say: 'mail.reason.unwanted' },
  'health-records': { say: 'errors.HIPAA_NO_EMAIL' },
} as const satisfies Record<string, SmtpReply>;

/** Requested copies of a fax that are not mailed. */
export interface UnmailedCopies {
  addresses: readonly string[];
  reason: UnmailedReason;
  /** 0 if the document has no pages. */
  pages: number;
  /** When the fax was sent. */
  at: Date;
}

/** Mails the owner of an account which copy was not mailed, to whom and why: copies are listed nowhere else. */
export async function tellUnmailed(
  deps: { queueMail: QueueMail },
  tx: Db,
  accountId: number,
  { addresses, reason, pages, at }: UnmailedCopies,
): Promise<void> {
  const listener = await readListener(tx, accountId);
  const all = addresses.toSorted();
  const listed = all.filter((_, last) => all.slice(0, last + 1).join(', ').length <= MOST_LISTED);
  const { from: _, ...fax } = about(listener, { otherNumber: '', pages, at });
  await tell(deps, tx, listener, listener.adminEmail, {
    template: 'fax-copy-failed',
    params: {
      ...fax,
      name: ownNumber(listener),
      // Addresses do not belong in mails about health records either (A-MAILOUT-02).
      ...(!listener.isHipaa && { to: listed.join(', ') + (listed.length < all.length ? ' …' : '') }),
      reason: typeof reason === 'string' ? REASONS[reason] : reasonOf(reason.fault),
    },
    path: '/inbox/compose',
  });
}
