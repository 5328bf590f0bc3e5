import type { Db } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';

import { findEndpointOwner } from './deliveries.store.ts';
import type { EndpointOwner } from './deliveries.store.ts';

/**
 * Mails the owner of an endpoint; `webhook-changed` is sent whoever has chosen the address, because it may be an
 * intruder's. Names only the host: the paths of such addresses are often secret (A-API-97). Returns the owner.
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
