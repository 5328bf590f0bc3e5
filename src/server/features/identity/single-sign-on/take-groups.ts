import type { Logger } from 'pino';

import type { Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { logEvent } from '#server/kit/log-event.ts';

import { syncGroupRoles } from './group-roles.store.ts';
import type { ProviderRow } from './providers.store.ts';

/** A person who logs in, with the groups that the provider sent; null if it sent none. */
interface Member {
  person: number;
  groups: readonly string[] | null;
  address: string;
}

/**
 * Updates a person's roles to match the groups of this login. If the provider sends no groups, roles from earlier
 * groups end.
 */
export async function takeGroups(
  tx: Db,
  log: Logger,
  { id, givesRoles }: ProviderRow,
  { person, groups, address }: Member,
): Promise<void> {
  if (groups === null && givesRoles) logEvent(log, 'sign-on.no-groups', { provider: id });
  for (const change of await syncGroupRoles(tx, id, { personId: person, groups: groups ?? [] })) {
    const { accountId, parentId, before, after } = change;
    const about =
      accountId === null ? { object: `parent/${parentId}` } : { accountId, object: `account/${accountId}` };
    await writeAudit(tx, {
      ...about,
      actor: { kind: 'person', id: person },
      action: before === null ? 'person.join' : after === null ? 'person.remove' : 'person.role',
      detail: { before, role: after, provider: id },
      address,
    });
  }
}
