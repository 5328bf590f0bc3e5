import { MAX_PEOPLE } from '#contract/identity/people.ts';
import type { ScimEvent } from '#contract/identity/provisioning.ts';
import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { ManagingCaller } from '#server/kit/scope.ts';

import { findCrowded, lockDirectory, syncRoles } from './scim-users.store.ts';

/** What happened, for the administrator who reads the list of calls. */
export interface Happened {
  event: ScimEvent;
  params: Record<string, string | number>;
}

/** The answer of a call, and what happened. */
export interface Outcome<T> extends Happened {
  resource: T;
}

/** Begins a change of a directory: no other runs beside it. The brand; throws NOT_FOUND. */
export async function beginChange(tx: Db, { parentId }: ManagingCaller): Promise<number> {
  const brandId = await lockDirectory(tx, parentId);
  if (brandId === undefined) throw new AppError('NOT_FOUND');
  return brandId;
}

/** Gives people the roles that their groups have now, each with its row in the audit. Throws PEOPLE_LIMIT. */
export async function giveRoles(tx: Db, caller: ManagingCaller): Promise<void> {
  const changes = await syncRoles(tx, caller.parentId);
  const joined = changes.filter(({ before }) => before === null).map(({ accountId }) => accountId);
  if ((await findCrowded(tx, joined, MAX_PEOPLE)) !== undefined)
    throw new AppError('PEOPLE_LIMIT', { params: { max: MAX_PEOPLE } });
  for (const { personId, accountId, before, after } of changes) {
    const action = before === null ? 'person.join' : after === null ? 'person.remove' : 'person.role';
    const detail = { person: personId, ...(before && { before }), ...(after && { role: after }) };
    await auditDirectory(tx, caller, action, { accountId, object: `account/${accountId}`, detail });
  }
}

/** Writes what a directory, or the administrator of it, did. */
export async function auditDirectory(
  tx: Db,
  { parentId, address }: ManagingCaller,
  action: string,
  what: { object: string; detail?: object; accountId?: number },
): Promise<void> {
  const { object, detail, accountId } = what;
  await writeAudit(tx, {
    actor: { kind: 'parent', id: parentId },
    action,
    object,
    ...(detail && { detail: { ...detail } }),
    ...(accountId !== undefined && { accountId }),
    address,
  });
}
