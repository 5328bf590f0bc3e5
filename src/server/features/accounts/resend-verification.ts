import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/audit.service.ts';
import type { QueueMail } from '#server/features/mail-out/mail-out.service.ts';
import { sendVerification } from '#server/features/password/password.service.ts';

import { readAccounts } from './accounts.store.ts';
import type { AccountChange } from './add-account.ts';

/** Mails the owner of an account that has no password yet a new link to choose one; older links end. */
export async function resendVerification(
  database: Database,
  queueMail: QueueMail,
  id: number,
): Promise<AccountChange> {
  return await database.transaction(async (tx) => {
    const [account] = await readAccounts(tx, { id });
    if (!account) return { kind: 'refused', reason: `There is no account ${id}.` };
    if (account.state === 'closed' || account.state === 'suspended')
      return { kind: 'refused', reason: `The account ${id} is ${account.state}.` };
    if (account.hasPassword)
      return {
        kind: 'refused',
        reason: `The account ${id} has a password: its owner uses «Forgot password».`,
      };
    await sendVerification(tx, queueMail, id);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId: id,
      action: 'account.resend-verify',
      object: `account/${id}`,
    });
    return { kind: 'ok', account };
  });
}
