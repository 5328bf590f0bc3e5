import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { provenOwner } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

import { insertDisabledEvent, turnOff } from './deliveries.store.ts';
import { noteStopped, turnOn } from './endpoints.store.ts';
import { lockAnyEndpoint } from './operate-webhooks.store.ts';

export { countFailing, isOpenOwner, listAllEndpoints } from './operate-webhooks.store.ts';
export type { OperatedWebhook } from './operate-webhooks.store.ts';

/** Returns the owner of an endpoint, for an operator who acts on it; undefined if it does not exist. */
export async function ownerOfWebhook(db: Db, id: string): Promise<Owner | undefined> {
  const of = await lockAnyEndpoint(db, id);
  return of && provenOwner(of);
}

/**
 * Turns any owner's endpoint off or on. Returns false if it does not exist. Waiting deliveries fail; the owner can
 * recover them.
 */
export async function switchWebhook(database: Database, id: string, active: boolean): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const owner = await ownerOfWebhook(tx, id);
    if (!owner) return false;
    if (active) await turnOn(tx, owner, id);
    else {
      await noteStopped(tx, id);
      if (await turnOff(tx, id, 'operator')) await insertDisabledEvent(tx, id, 'operator');
    }
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      ...(owner.kind === 'account' && { accountId: owner.id }),
      action: active ? 'webhook.on' : 'webhook.off',
      object: `webhook/${id}`,
      ...(!active && { detail: { reason: 'operator' } }),
    });
    return true;
  });
}
