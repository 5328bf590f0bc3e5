import type { Db } from '#engine/database/port.ts';

import { insertAudit } from './audit.store.ts';

/** Who did what to which object, from where. `detail` never holds secrets or the content of a fax. */
export interface AuditEntry {
  actor: { kind: 'account' | 'parent' | 'operator' | 'system' | 'guest'; id?: number };
  accountId?: number;
  /** A verb of the domain: `fax.archive`, `session.login`. */
  action: string;
  object?: string;
  detail?: object;
  address?: string;
}

/** Writes the audit row of a mutation, in the mutation's own transaction (architecture: what must always hold, 5). */
export async function writeAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, entry);
}
