import type { OperatorRole } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { endSessions } from '#server/features/identity/sessions/session.service.ts';

import {
  insertOperator,
  lockOperators,
  readOperators,
  retireOperator,
  setOperatorRole,
} from './operators.store.ts';
import type { StoredOperator } from './operators.store.ts';

/** Leaves room for a numeric suffix within the 32 characters of a name. */
const NAME_ROOM = 28;

/** Returns the operator with an id or address; undefined if there is none or it was removed. */
export async function findOperator(
  db: Db,
  by: { id: number } | { email: string },
): Promise<StoredOperator | undefined> {
  return (await readOperators(db, by))[0];
}

/** Creates an operator whose role comes from the groups of a provider. The name is derived from the address. */
export async function addProvidedOperator(
  tx: Db,
  { email, role, providerId }: { email: string; role: OperatorRole; providerId: number },
  address: string,
): Promise<StoredOperator> {
  await lockOperators(tx);
  const before = await findOperator(tx, { email });
  if (before) return before;
  const base = nameFor(email);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}${number}`;
    const id = await insertOperator(tx, { name, role, passwordHash: null, email, providerId });
    const operator = id === undefined ? undefined : await findOperator(tx, { id });
    if (!operator) continue;
    await audit(tx, operator, 'operator.add', { email, role }, address);
    return operator;
  }
}

/**
 * Updates an operator's role to match the provider's groups, if that provider assigned it. If `role` is undefined,
 * removes the operator and returns false. A role that was set here stays.
 */
export async function keepProvidedRole(
  tx: Db,
  operator: StoredOperator,
  { providerId, role }: { providerId: number; role: OperatorRole | undefined },
  address: string,
): Promise<boolean> {
  if (operator.providerId !== providerId || operator.role === role) return true;
  if (role === undefined) {
    await remove(tx, operator, address);
    return false;
  }
  await setOperatorRole(tx, operator.id, role);
  await audit(tx, operator, 'operator.set-role', { before: operator.role, role }, address);
  return true;
}

/** Removes the operators that a provider's groups created. */
export async function removeProvidedOperators(tx: Db, providerId: number): Promise<void> {
  for (const operator of await readOperators(tx, { providerId })) await remove(tx, operator);
}

async function remove(tx: Db, operator: StoredOperator, address?: string): Promise<void> {
  await retireOperator(tx, operator.id);
  await endSessions(tx, { kind: 'operator', id: operator.id });
  await audit(tx, operator, 'operator.remove', {}, address);
}

async function audit(
  tx: Db,
  { id, name, providerId }: StoredOperator,
  action: string,
  more: object,
  address?: string,
): Promise<void> {
  await writeAudit(tx, {
    actor: { kind: 'system' },
    action,
    object: `operator/${id}`,
    detail: { name, provider: providerId, ...more },
    ...(address !== undefined && { address }),
  });
}

/** Returns the part of an address before the @, reduced to the characters that names allow. */
function nameFor(email: string): string {
  const name = (email.split('@', 1)[0] ?? '').toLowerCase().replaceAll(/[^a-z0-9._-]/gu, '-');
  return name.replace(/^[^a-z0-9]+/u, '').slice(0, NAME_ROOM) || 'operator';
}
