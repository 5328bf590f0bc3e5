import type { Db } from '#engine/database/port.ts';

/** Who did what to which object, from where. `detail` never holds secrets or the content of a fax. */
export interface AuditEntry {
  actor: { kind: 'account' | 'parent' | 'operator' | 'person' | 'system' | 'guest'; id?: number };
  accountId?: number;
  /** A verb of the domain: `fax.archive`, `session.login`. */
  action: string;
  object?: string;
  detail?: object;
  address?: string;
}

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
