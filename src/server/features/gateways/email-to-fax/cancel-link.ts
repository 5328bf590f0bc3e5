import type { CANCEL_OUTCOMES } from '#contract/gateways/email-to-fax.ts';
import type { Database } from '#engine/database/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { cancelOpenJob } from '#server/features/faxes/queue/outbox.service.ts';
import { findByCancelHash, listMailJobs, markCancelled } from './mail-answers.store.ts';

/** The outcome of a cancel link. */
export interface CancelResult {
  outcome: (typeof CANCEL_OUTCOMES)[number];
  /** How many faxes are not sent because of it. */
  cancelled: number;
}

/** Follows a cancel link, once: queued faxes are canceled; those being dialed or done continue. */
export async function cancelByLink(database: Database, key: string, address: string): Promise<CancelResult> {
  return await database.transaction(async (tx) => {
    const mail = await findByCancelHash(tx, hashToken(key));
    if (!mail) return { outcome: 'invalid', cancelled: 0 };
    if (mail.used) return { outcome: 'used', cancelled: 0 };
    const jobs = await listMailJobs(tx, mail.accountId, mail.documentId);
    const gone: number[] = [];
    for (const jobId of jobs) {
      const cancelled = await cancelOpenJob(tx, mail.accountId, jobId);
      if (cancelled && !cancelled.underWay) gone.push(jobId);
    }
    // A link that came too late stays usable: a call that fails is retried, and can be canceled then.
    if (gone.length === 0) return { outcome: 'late', cancelled: 0 };
    await markCancelled(tx, mail.id);
    await writeAudit(tx, {
      actor: { kind: 'guest' },
      accountId: mail.accountId,
      action: 'fax.cancel-by-mail',
      object: `document/${mail.documentId}`,
      detail: { jobs: gone },
      address,
    });
    return { outcome: gone.length === jobs.length ? 'cancelled' : 'partly', cancelled: gone.length };
  });
}
