import { formatWireTime } from '#contract/kit/wire.ts';
import type { OtherLogin } from '#contract/identity/other-logins.ts';
import type { Db } from '#engine/database/port.ts';
import type { AuditEntry } from '#server/features/audit/log/audit.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';

import { deleteWaysIn, endBegunLogins, listWaysIn } from './ways-in.store.ts';
import type { WayIn } from './ways-in.store.ts';

export { listWaysIn } from './ways-in.store.ts';
export type { WayIn } from './ways-in.store.ts';

/** What goes on working beside a new password: what its owner named, or all that is older than 30 days. */
export type Kept = readonly string[] | 'older';

/**
 * Removes what else opens an account or administrator when its password is set anew, so that a thief keeps nothing
 * (A-RESET-12); part of the transaction that sets it. Gives back how many were removed. Sessions are ended apart.
 */
export async function removeWaysIn(
  tx: Db,
  owner: CustomerLogin,
  kept: Kept,
  { actor, address }: Pick<AuditEntry, 'actor' | 'address'>,
): Promise<number> {
  await endBegunLogins(tx, owner);
  const removed = (await listWaysIn(tx, owner)).filter(({ id, recent }) =>
    kept === 'older' ? recent : !kept.includes(id),
  );
  if (removed.length === 0) return 0;
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

/** The list as calls answer it; `zone` is the server's. */
export function wireWaysIn(ways: readonly WayIn[], zone: string): OtherLogin[] {
  return ways.map(({ createdAt, lastUsedAt, ...way }) => ({
    ...way,
    createdAt: formatWireTime(createdAt, zone),
    lastUsedAt: lastUsedAt && formatWireTime(lastUsedAt, zone),
  }));
}
