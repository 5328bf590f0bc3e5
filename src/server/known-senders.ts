import type { Database } from '#engine/database/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { knownSendersJobs } from './features/known-senders/known-senders.jobs.ts';
import type { QueueMail } from './features/mail-out/mail-out.service.ts';
import { sendVerification } from './features/password/password.service.ts';
import { SubaccountsService } from './features/subaccounts/subaccounts.service.ts';
import { mailRecord } from './features/whitelisted-domains/domain-proofs.ts';

/** Joins the features that ask senders of before an upgrade for their proof. */
export function assembleKnownSenders(parts: { database: Database; queueMail: QueueMail }): JobDefinition[] {
  const subaccounts = new SubaccountsService(parts);
  return knownSendersJobs(parts.database, {
    account: async (tx, account) => await sendVerification(tx, parts.queueMail, account),
    subaccount: async (tx, { accountId, email }) => await subaccounts.askAgain(tx, accountId, email),
    domain: async (tx, domain) => await mailRecord(parts.queueMail, tx, domain),
  });
}
