import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';

import { mailResetLink } from './forgot-password.ts';
import { findAccountSubject } from './password.store.ts';
import { sendVerification } from './verify-account.ts';

/** The outcome; `reason` is a sentence to show. */
export type LinkSent = { kind: 'ok'; email: string } | { kind: 'refused'; reason: string };

/**
 * Mails the owner of an account a link to set a new password or to verify the address again. The link goes only to the
 * stored address, so the operator gets nothing that opens the account.
 */
export async function sendLink(
  { database, queueMail }: { database: Database; queueMail: QueueMail },
  accountId: number,
  which: 'reset' | 'verify',
): Promise<LinkSent> {
  return await database.transaction(async (tx) => {
    const subject = await findAccountSubject(tx, { id: accountId });
    if (!subject) return { kind: 'refused', reason: `There is no open account ${accountId}.` };
    if (which === 'verify' && subject.verified && subject.newEmail === null)
      return { kind: 'refused', reason: `The address of account ${accountId} is verified already.` };
    if (which === 'reset') await mailResetLink(tx, queueMail, subject, { uncounted: true });
    else await sendVerification(tx, queueMail, accountId, { uncounted: true });
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId,
      action: which === 'reset' ? 'account.send-reset-link' : 'account.resend-verify',
      object: `account/${accountId}`,
    });
    return { kind: 'ok', email: (which === 'verify' ? subject.newEmail : null) ?? subject.email };
  });
}
