import type { Db } from '#engine/database/port.ts';

import { insertAudit } from './audit.store.ts';
import type { AuditEntry } from './audit.store.ts';

export type { AuditEntry } from './audit.store.ts';
export { relinkChain as relinkAudit } from './chain.ts';
export { listAudit } from './list-audit.store.ts';

/** Writes the audit row of a mutation, in the mutation's own transaction (architecture: what must always hold, 5). */
export async function writeAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, entry);
}
