import type { Db } from '#engine/database/port.ts';

import type { AuditEntry } from './audit.service.ts';

/** Adds one row; callers pass their own transaction, so that a change and its trace stand or fall together. */
export async function insertAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id ?? null,
      account_id: entry.accountId ?? null,
      action: entry.action,
      object: entry.object ?? '',
      detail: JSON.stringify(entry.detail ?? {}),
      address: entry.address ?? '',
    })
    .execute();
}
