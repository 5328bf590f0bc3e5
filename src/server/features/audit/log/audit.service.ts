import type { Db } from '#engine/database/port.ts';
import { actingKey } from '#server/kit/acting-key.ts';
import { actingOperator } from '#server/kit/acting-operator.ts';
import { actingPerson } from '#server/kit/acting-person.ts';

import { insertAudit } from './audit.store.ts';
import type { AuditEntry } from './audit.store.ts';

export type { AuditEntry } from './audit.store.ts';
export { relinkChain as relinkAudit } from './chain.ts';
export type { AuditChain } from './chain.ts';
export { listAudit } from './list-audit.store.ts';

/**
 * Writes the audit row of a mutation, in the mutation's own transaction (architecture: what must always hold, 5), and
 * takes the Idempotency-Key of a program's call with it. Throws IDEMPOTENCY_RUNNING, which rolls the mutation back.
 */
export async function writeAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await actingKey()?.takeKey?.(tx);
  await insertAudit(tx, signed(entry));
}

/**
 * Adds the actor. An action in the console names the operator who is signed in there; one on the command line names
 * nobody. An action of a program names its key and the key's owner: an administrator's key acts on an account, but the
 * account did not act. An action that a person takes on an account, or for an administrator, under their own name,
 * names the person.
 */
function signed(entry: AuditEntry): AuditEntry {
  const key = actingKey();
  if (key && entry.actor.kind !== 'system')
    return {
      address: key.address,
      ...entry,
      actor: key.owner,
      detail: { ...entry.detail, keyId: key.keyId },
    };
  const person = entry.actor.kind === 'account' || entry.actor.kind === 'parent' ? actingPerson() : undefined;
  if (person) return { ...entry, detail: { ...entry.detail, personId: person.id } };
  const operator = entry.actor.kind === 'operator' ? actingOperator() : undefined;
  return operator === undefined
    ? entry
    : { address: operator.address, ...entry, actor: { kind: 'operator', id: operator.id } };
}
