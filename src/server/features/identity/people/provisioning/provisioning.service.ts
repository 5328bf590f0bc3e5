import { ACCOUNTS_CHOSEN_FROM, MAX_GROUP_ROLES, QUIET_HOURS } from '#contract/identity/provisioning.ts';
import { isForAdministrator } from '#contract/kit/roles.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import type { Database } from '#engine/database/port.ts';
import type { TellOfChange } from '#server/features/identity/passwords/password.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { findManagedAccount, listAccountNumbers } from '#server/kit/managed-account.store.ts';
import type { AdministratorId, ManagingCaller } from '#server/kit/scope.ts';

import { auditDirectory, beginChange, giveRoles } from './provisioning.ts';
import { countPeople, insertCall, listCalls } from './scim-calls.store.ts';
import type { CallRow, DirectoryCounts } from './scim-calls.store.ts';
import {
  deleteGroupRole,
  findGroup,
  listGroupRoles,
  listGroups,
  upsertGroupRole,
} from './scim-groups.store.ts';
import type { GroupRoleRow, GroupRow } from './scim-groups.store.ts';

const HOUR_MS = 3_600_000;

/** A directory as its administrator sees it. */
export interface DirectoryState {
  counts: DirectoryCounts;
  quiet: boolean;
  groups: (Pick<GroupRow, 'id' | 'name'> & { members: number; roles: GroupRoleRow[] })[];
  accounts: { id: number; faxNumber: string }[];
}

/** Shows and configures an administrator's directory, which adds and removes people (spec http-api 12.46). */
export class ProvisioningService {
  readonly #database: Database;
  readonly #tell: TellOfChange;

  /** `tell` mails roles that groups get, because a group can hold people that the administrator does not know. */
  constructor({ database, tell }: { database: Database; tell: TellOfChange }) {
    this.#database = database;
    this.#tell = tell;
  }

  async state(parent: AdministratorId): Promise<DirectoryState> {
    const { db } = this.#database;
    const counts = await countPeople(db, parent);
    const { rows } = await listGroups(db, parent, {
      filter: undefined,
      offset: 0,
      limit: null,
      members: true,
    });
    const roles = await listGroupRoles(db, parent);
    return {
      counts,
      quiet: counts.lastCallAt !== null && Date.now() - counts.lastCallAt.getTime() > QUIET_HOURS * HOUR_MS,
      groups: rows.map(({ id, name, members }) => ({
        id,
        name,
        members: members?.length ?? 0,
        roles: roles.filter(({ groupId }) => groupId === id),
      })),
      accounts: await listAccountNumbers(db, parent, ACCOUNTS_CHOSEN_FROM),
    };
  }

  async calls(parent: AdministratorId, show: 'all' | 'changes' | 'errors'): Promise<CallRow[]> {
    return await listCalls(this.#database.db, parent, show);
  }

  /** Adds a call to the administrator's call log. */
  async noteCall(parent: AdministratorId, call: Omit<CallRow, 'id' | 'at'>): Promise<void> {
    await insertCall(this.#database.db, parent, call);
  }

  /**
   * Assigns a role to a group on an account; if `account` is null, on all accounts or for the administrator itself.
   * Throws NOT_FOUND, VALIDATION, GROUP_ROLES_LIMIT, PEOPLE_LIMIT.
   */
  async giveRole(
    caller: ManagingCaller,
    { group, account, role }: { group: number; account: number | null; role: AnyRole },
  ): Promise<void> {
    const { parentId } = caller;
    if (account !== null && isForAdministrator(role))
      throw new AppError('VALIDATION', { fields: { account: 'INVALID' } });
    await this.#database.transaction(async (tx) => {
      await beginChange(tx, caller);
      const found = await findGroup(tx, parentId, group, false);
      const accountId = account === null ? null : await findManagedAccount(tx, parentId, account);
      if (!found || accountId === undefined) throw new AppError('NOT_FOUND');
      if ((await listGroupRoles(tx, parentId)).length >= MAX_GROUP_ROLES)
        throw new AppError('GROUP_ROLES_LIMIT', { params: { max: MAX_GROUP_ROLES } });
      await upsertGroupRole(tx, { groupId: group, accountId, role });
      await auditDirectory(tx, caller, 'scim-group.give-role', {
        object: `scim_group/${group}`,
        detail: { name: found.name, role },
        ...(accountId !== null && { accountId }),
      });
      await giveRoles(tx, caller);
      await this.#tell(tx, { kind: 'parent', id: parentId }, 'directoryRoleGiven');
    });
  }

  /** Removes a role from a group. Throws NOT_FOUND. */
  async takeRole(caller: ManagingCaller, id: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await beginChange(tx, caller);
      const taken = await deleteGroupRole(tx, caller.parentId, id);
      if (!taken) throw new AppError('NOT_FOUND');
      const { groupId, accountId, role } = taken;
      await auditDirectory(tx, caller, 'scim-group.take-role', {
        object: `scim_group/${groupId}`,
        detail: { role },
        ...(accountId !== null && { accountId }),
      });
      await giveRoles(tx, caller);
    });
  }
}
