import { countFailing } from '#server/features/gateways/webhooks/operate-webhooks.ts';

import type { Finding } from './finding.ts';
import type { Installation } from './installation.ts';

/**
 * Checks whether customers' webhooks are reachable. If all fail, the fault is ours; single ones are their owners'
 * problem.
 */
export async function checkWebhooks({ database }: Installation): Promise<Finding> {
  const { all, failing, off } = await countFailing((await database()).db);
  const message = `${all} webhooks, ${failing} of them fail for more than an hour, ${off} were turned off because they failed.`;
  if (failing === 0 || failing < all) return { ok: true, message };
  return {
    ok: all < 2,
    message,
    remedy: 'Look whether this machine reaches the internet by https; “f2e webhook list” names them.',
  };
}
