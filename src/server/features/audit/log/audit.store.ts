import type { Db } from '#engine/database/port.ts';

/** Who did what to which object, and from where. `detail` never contains secrets or the content of a fax. */
export interface AuditEntry {
  actor: { kind: 'account' | 'parent' | 'operator' | 'person' | 'system' | 'guest'; id?: number };
  accountId?: number;
  /** A verb of the domain, such as `fax.archive` or `session.login`. */
  action: string;
  object?: string;
  detail?: object;
  address?: string;
}

/**
 * Adds one row; callers pass their own transaction, so that a change and its audit row are committed together or not at
 * all.
 */
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
