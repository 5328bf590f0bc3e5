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

/** Names have 32 characters at most, a number behind it included. */
const NAME_ROOM = 28;

/** The operator of an id or an address; undefined when there is none, or when they were removed. */
export async function findOperator(
  db: Db,
  by: { id: number } | { email: string },
): Promise<StoredOperator | undefined> {
  return (await readOperators(db, by))[0];
}

/** Makes an operator whose role is given by groups of a provider, named after the address. */
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
 * Makes the role of an operator what the groups of a provider say now, where the provider gave it; without one (undefined) the
 * operator is removed. False when they were. A role that was given here stays.
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

/** Removes the operators whom the groups of a provider made. */
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

/** The part of an address before the @, as far as names take it. */
function nameFor(email: string): string {
  const name = (email.split('@', 1)[0] ?? '').toLowerCase().replaceAll(/[^a-z0-9._-]/gu, '-');
  return name.replace(/^[^a-z0-9]+/u, '').slice(0, NAME_ROOM) || 'operator';
}
