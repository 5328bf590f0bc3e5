import { MAX_PEOPLE } from '#contract/identity/people.ts';
import type { ScimEvent } from '#contract/identity/provisioning.ts';
import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { ManagingCaller } from '#server/kit/scope.ts';

import { isCrowded, lockDirectory, syncRoles } from './scim-users.store.ts';

/** What a call did, for the call log. */
export interface Happened {
  event: ScimEvent;
  params: Record<string, string | number>;
}

/** The result of a call, and what it did. */
export interface Outcome<T> extends Happened {
  resource: T;
}

/** Locks the directory, so that changes are made one at a time. Returns the brand; throws NOT_FOUND. */
export async function beginChange(tx: Db, { parentId }: ManagingCaller): Promise<number> {
  const brandId = await lockDirectory(tx, parentId);
  if (brandId === undefined) throw new AppError('NOT_FOUND');
  return brandId;
}

/** Updates the roles that come from groups and writes an audit row for each change. Throws PEOPLE_LIMIT. */
export async function giveRoles(tx: Db, caller: ManagingCaller): Promise<void> {
  const changes = await syncRoles(tx, caller.parentId);
  const joined = changes.filter(({ before }) => before === null).map(({ accountId }) => accountId);
  if (await isCrowded(tx, caller.parentId, joined, MAX_PEOPLE))
    throw new AppError('PEOPLE_LIMIT', { params: { max: MAX_PEOPLE } });
  for (const { personId, accountId, before, after } of changes) {
    const action = before === null ? 'person.join' : after === null ? 'person.remove' : 'person.role';
    const detail = { person: personId, ...(before && { before }), ...(after && { role: after }) };
    const about =
      accountId === null
        ? { object: `parent/${caller.parentId}` }
        : { accountId, object: `account/${accountId}` };
    await auditDirectory(tx, caller, action, { ...about, detail });
  }
}

/** Writes an audit row for an action of a directory or its administrator. */
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
