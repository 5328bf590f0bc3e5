import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { columnsOf } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

import { deleteGroupRole, mayGiveAt, listGroupRoles, putGroupRole } from './group-roles.store.ts';
import type { GroupRole, GroupRoleRow } from './group-roles.store.ts';
import { audited } from './operate-providers.ts';
import type { ProviderRow } from './providers.store.ts';

/** What operators can do with the roles of providers' groups. */
export interface GroupRolesAdmin {
  /** Returns the roles of the provider's groups. */
  list(id: number): Promise<GroupRoleRow[]>;
  /**
   * Sets a group's role at a place; without one, in the console. Returns undefined if the place is not of the
   * provider's brand or administrator, or if a console role is set at a provider that is not the operators'.
   */
  give(
    provider: ProviderRow,
    grant: { group: string; place: Owner | null; role: GroupRole },
  ): Promise<number | undefined>;
  /** Removes a role; people lose it at their next login. Returns false if the provider has none with this id. */
  take(id: number, grant: number): Promise<boolean>;
}

export function createGroupRolesAdmin(database: Database): GroupRolesAdmin {
  const { db } = database;
  return {
    list: async (id) => await listGroupRoles(db, id),
    give: async (provider, grant) =>
      await database.transaction(async (tx) => {
        const { id, brandId } = provider;
        const { group, place, role } = grant;
        const mayGive = place === null ? brandId === null : await mayGiveAt(tx, place, provider);
        if (!mayGive) return undefined;
        const row = await putGroupRole(tx, id, grant);
        const detail = { group, role, ...(place && columnsOf(place)) };
        await writeAudit(tx, audited(id, 'identity-provider.give-role', detail));
        return row;
      }),
    take: async (id, grant) =>
      await database.transaction(async (tx) => {
        const taken = await deleteGroupRole(tx, id, grant);
        if (taken) await writeAudit(tx, audited(id, 'identity-provider.take-role', taken));
        return taken !== undefined;
      }),
  };
}
