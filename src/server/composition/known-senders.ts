import type { Database } from '#engine/database/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { knownSendersJobs } from '#server/features/gateways/email-to-fax/known-senders/known-senders.jobs.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { sendVerification } from '#server/features/identity/passwords/password.service.ts';
import type { SubaccountsService } from '#server/features/customers/subaccounts/subaccounts.service.ts';
import { mailRecord } from '#server/features/gateways/sender-domains/domain-proofs.ts';

/** Connects the features that ask senders from before an upgrade to prove their addresses. */
export function assembleKnownSenders({
  database,
  queueMail,
  subaccounts,
}: {
  database: Database;
  queueMail: QueueMail;
  subaccounts: SubaccountsService;
}): JobDefinition[] {
  return knownSendersJobs(database, {
    account: async (tx, account) => await sendVerification(tx, queueMail, account),
    subaccount: async (tx, { accountId, email }) => await subaccounts.askAgain(tx, accountId, email),
    domain: async (tx, domain) => await mailRecord(queueMail, tx, domain),
  });
}
