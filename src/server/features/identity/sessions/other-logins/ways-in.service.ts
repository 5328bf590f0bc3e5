import { formatWireTime } from '#contract/kit/wire.ts';
import type { OtherLogin } from '#contract/identity/other-logins.ts';
import type { Db } from '#engine/database/port.ts';
import type { AuditEntry } from '#server/features/audit/log/audit.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';

import { deleteWaysIn, endBegunLogins, listWaysIn, takeGroupRoles } from './ways-in.store.ts';
import type { WayIn } from './ways-in.store.ts';

export { listWaysIn } from './ways-in.store.ts';
export type { WayIn } from './ways-in.store.ts';

/** What stays valid next to a new password: what the owner named, or everything older than 30 days. */
export type Kept = readonly string[] | 'older';

/**
 * Removes the other ways to log in to an account or administrator when a new password is set, so that an intruder keeps
 * nothing (A-RESET-12). Runs in the transaction that sets it. Returns how many were removed. Sessions are ended
 * separately. Throws LOGINS_CHANGED if one would be removed that is not among `shown`: its owner has not seen it.
 */
export async function removeWaysIn(
  tx: Db,
  owner: CustomerLogin,
  kept: Kept,
  { actor, address }: Pick<AuditEntry, 'actor' | 'address'>,
  shown?: readonly string[],
): Promise<number> {
  await endBegunLogins(tx, owner);
  const removed = (await listWaysIn(tx, owner)).filter(({ id, recent }) =>
    kept === 'older' ? recent : !kept.includes(id),
  );
  if (shown && removed.some(({ id }) => !shown.includes(id))) throw new AppError('LOGINS_CHANGED');
  if (removed.length === 0) return 0;
  if (owner.kind !== 'person') await takeGroupRoles(tx, owner, removed);
  await deleteWaysIn(tx, owner, removed);
  await writeAudit(tx, {
    actor,
    ...(address !== undefined && { address }),
    ...(owner.kind === 'account' ? { accountId: owner.id } : {}),
    action: 'logins.remove',
    object: `${owner.kind}/${owner.id}`,
    detail: { removed: removed.map(({ id, name }) => ({ id, name })) },
  });
  return removed.length;
}

/** Returns the list in wire format. `zone` is the server's time zone. */
export function wireWaysIn(ways: readonly WayIn[], zone: string): OtherLogin[] {
  return ways.map(({ createdAt, lastUsedAt, ...way }) => ({
    ...way,
    createdAt: formatWireTime(createdAt, zone),
    lastUsedAt: lastUsedAt && formatWireTime(lastUsedAt, zone),
  }));
}
