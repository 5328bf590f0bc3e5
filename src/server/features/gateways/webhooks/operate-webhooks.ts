import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { provenOwner } from '#server/kit/owner.ts';

import { insertDisabledEvent, turnOff } from './deliveries.store.ts';
import { turnOn } from './endpoints.store.ts';
import { lockAnyEndpoint } from './operate-webhooks.store.ts';

export { countFailing, listAllEndpoints } from './operate-webhooks.store.ts';
export type { OperatedWebhook } from './operate-webhooks.store.ts';

/** Turns anybody's endpoint off or on; false where there is none. What waited has failed; its owner can recover it. */
export async function switchWebhook(database: Database, id: string, active: boolean): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const of = await lockAnyEndpoint(tx, id);
    if (!of) return false;
    const { accountId, administratorId } = of;
    const owner =
      accountId === null
        ? provenOwner({ kind: 'parent', id: administratorId ?? 0 })
        : provenOwner({ kind: 'account', id: accountId });
    if (active) await turnOn(tx, owner, id);
    else if (await turnOff(tx, id, 'operator')) await insertDisabledEvent(tx, id, 'operator');
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      ...(accountId !== null && { accountId }),
      action: active ? 'webhook.on' : 'webhook.off',
      object: `webhook/${id}`,
      ...(!active && { detail: { reason: 'operator' } }),
    });
    return true;
  });
}
