import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { AuditEntry } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { sendVerification } from '#server/features/identity/passwords/password.service.ts';

import { insertAccount } from './accounts.store.ts';
import type { NewAccount } from './accounts.store.ts';
import { assignNumber } from './number-pool.store.ts';

/** An account to add; its number was taken in the same transaction. */
export interface AccountToOpen extends Omit<NewAccount, 'node' | 'zone'> {
  language: string;
  /** The actor who adds it. */
  by: Pick<AuditEntry, 'actor' | 'address'>;
}

/** Adds an account with settings, number, audit row and mail; returns its id. */
export async function openAccount(
  tx: Db,
  deps: { node: string; zone: string; queueMail?: QueueMail },
  { language, by, ...account }: AccountToOpen,
): Promise<number> {
  const id = await insertAccount(tx, { ...account, node: deps.node, zone: deps.zone }, language);
  if (account.faxNumber !== null) await assignNumber(tx, account.faxNumber, id);
  await writeAudit(tx, {
    ...by,
    accountId: id,
    action: 'account.add',
    object: `account/${id}`,
    detail: {
      brandId: account.brandId,
      number: formatFaxNumber(account.faxNumber ?? account.pendingNumber ?? ''),
    },
  });
  if (account.passwordHash === null && deps.queueMail)
    await sendVerification(tx, deps.queueMail, id, {
      ...(by.actor.kind === 'operator' && { uncounted: true }),
    });
  return id;
}
