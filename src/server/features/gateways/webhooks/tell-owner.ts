import type { Db } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';

import { findEndpointOwner } from './deliveries.store.ts';
import type { EndpointOwner } from './deliveries.store.ts';

/**
 * Emails the owner of an endpoint and returns the owner. `webhook-changed` reports every new address, so that an owner
 * notices an intruder's. The email contains only the host, because paths of such addresses are often secret (A-API-97).
 */
export async function tellOwner(
  { queueMail }: { queueMail: QueueMail },
  tx: Db,
  endpointId: string,
  template: 'webhook-changed' | 'webhook-failing' | 'webhook-off',
): Promise<EndpointOwner | undefined> {
  const owner = await findEndpointOwner(tx, endpointId);
  if (!owner) return undefined;
  await queueMail(tx, {
    template,
    brandId: owner.brandId,
    ...(owner.accountId !== null && { accountId: owner.accountId }),
    to: owner.email,
    language: owner.language,
    params: { url: new URL(owner.url).host },
    path: owner.accountId === null ? '/multifax/webhooks' : '/preferences/webhooks',
  });
  return owner;
}
