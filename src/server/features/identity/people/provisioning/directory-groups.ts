import { MAX_SCIM_GROUPS, scimGroup } from '#contract/identity/scim-resources.ts';
import type { PatchOperation, ScimGroupIn } from '#contract/identity/scim-resources.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AdministratorId, ManagingCaller } from '#server/kit/scope.ts';

import type { ListQuery } from './directory-users.ts';
import { filterOf, patchGroup } from './patch.rules.ts';
import type { MemberChange } from './patch.rules.ts';
import { auditDirectory, beginChange, giveRoles } from './provisioning.ts';
import type { Happened, Outcome } from './provisioning.ts';
import {
  GROUP_FILTERS,
  changeMembers,
  deleteGroup,
  findGroup,
  insertGroup,
  isGroupTaken,
  listGroups,
  updateGroup,
} from './scim-groups.store.ts';
import type { GroupRow } from './scim-groups.store.ts';

/** Groups of a directory (RFC 7644); the administrator assigns their roles. */
export class DirectoryGroups {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns a page of groups. Throws SCIM_FILTER. */
  async list(
    parent: AdministratorId,
    { filter: written, startIndex, count }: ListQuery,
    members: boolean,
  ): Promise<Outcome<{ rows: GroupRow[]; total: number }>> {
    const filter = filterOf(written, GROUP_FILTERS);
    const page = { filter, offset: startIndex - 1, limit: count, members };
    const resource = await listGroups(this.#database.db, parent, page);
    if (!filter) return { resource, event: 'groupsListed', params: { count: resource.total } };
    const event = resource.total > 0 ? 'groupFound' : 'groupMissing';
    return { resource, event, params: { name: filter.value } };
  }

  /** Returns a group. Throws NOT_FOUND. */
  async get(parent: AdministratorId, id: number, members: boolean): Promise<Outcome<GroupRow>> {
    const resource = known(await findGroup(this.#database.db, parent, id, members));
    return { resource, event: 'groupRead', params: { name: resource.name } };
  }

  /** Adds a group. Throws SCIM_TAKEN, SCIM_LIMIT, PEOPLE_LIMIT, and VALIDATION if a member is not a user. */
  async add(caller: ManagingCaller, input: ScimGroupIn): Promise<Outcome<GroupRow>> {
    const { parentId } = caller;
    return await this.#database.transaction(async (tx) => {
      await beginChange(tx, caller);
      const group = fieldsOf(input);
      if (await isGroupTaken(tx, parentId, group)) throw new AppError('SCIM_TAKEN');
      const { total } = await listGroups(tx, parentId, {
        filter: undefined,
        offset: 0,
        limit: 0,
        members: false,
      });
      if (total >= MAX_SCIM_GROUPS) throw new AppError('SCIM_LIMIT', { params: { max: MAX_SCIM_GROUPS } });
      const id = await insertGroup(tx, parentId, group);
      const changed = await this.#members(tx, caller, id, [{ kind: 'set', ids: idsOf(input) ?? [] }]);
      await auditDirectory(tx, caller, 'scim-group.add', {
        object: `scim_group/${id}`,
        detail: { name: group.name, ...changed },
      });
      const resource = known(await findGroup(tx, parentId, id));
      return { resource, event: 'groupAdded', params: { name: group.name, ...changed } };
    });
  }

  /** Replaces a group. Throws NOT_FOUND, SCIM_TAKEN, PEOPLE_LIMIT, VALIDATION. */
  async put(caller: ManagingCaller, id: number, input: ScimGroupIn): Promise<Outcome<GroupRow>> {
    const ids = idsOf(input);
    return await this.#change(caller, id, () => ({
      input,
      members: ids === undefined ? [] : [{ kind: 'set', ids }],
    }));
  }

  /** Changes attributes and members of a group. Throws what `put` throws, and SCIM_PATH. */
  async patch(
    caller: ManagingCaller,
    id: number,
    operations: readonly PatchOperation[],
  ): Promise<Outcome<GroupRow>> {
    return await this.#change(caller, id, ({ name, externalId }) => {
      const { group, members } = patchGroup({ displayName: name, externalId }, operations);
      const input = scimGroup.safeParse(group);
      if (!input.success) throw new AppError('VALIDATION', { fields: { displayName: 'INVALID' } });
      return { input: input.data, members };
    });
  }

  /** Deletes a group. Members keep roles assigned by hand or by other groups. Throws NOT_FOUND. */
  async remove(caller: ManagingCaller, id: number): Promise<Outcome<undefined>> {
    return await this.#database.transaction(async (tx) => {
      await beginChange(tx, caller);
      const { name } = known(await findGroup(tx, caller.parentId, id, false));
      await deleteGroup(tx, id);
      await auditDirectory(tx, caller, 'scim-group.remove', { object: `scim_group/${id}`, detail: { name } });
      await giveRoles(tx, caller);
      return { resource: undefined, event: 'groupRemoved', params: { name } };
    });
  }

  async #change(
    caller: ManagingCaller,
    id: number,
    changeOf: (before: GroupRow) => { input: ScimGroupIn; members: MemberChange[] },
  ): Promise<Outcome<GroupRow>> {
    const { parentId } = caller;
    return await this.#database.transaction(async (tx) => {
      await beginChange(tx, caller);
      const before = known(await findGroup(tx, parentId, id, false));
      const { input, members } = changeOf(before);
      const group = fieldsOf(input);
      if (await isGroupTaken(tx, parentId, { id, ...group })) throw new AppError('SCIM_TAKEN');
      await updateGroup(tx, id, group);
      const changed = await this.#members(tx, caller, id, members);
      const renamed = before.name !== group.name;
      if (renamed || changed.added + changed.removed > 0)
        await auditDirectory(tx, caller, 'scim-group.change', {
          object: `scim_group/${id}`,
          detail: { name: group.name, ...changed },
        });
      const resource = known(await findGroup(tx, parentId, id));
      const what: Happened = renamed
        ? { event: 'groupRenamed', params: { name: group.name, before: before.name } }
        : { event: 'groupMembers', params: { name: group.name, ...changed } };
      return { resource, ...what };
    });
  }

  async #members(
    tx: Db,
    caller: ManagingCaller,
    id: number,
    changes: readonly MemberChange[],
  ): Promise<{ added: number; removed: number }> {
    const sum = { added: 0, removed: 0 };
    for (const change of changes) {
      const done = await changeMembers(tx, caller.parentId, id, change);
      if (done === null) throw new AppError('VALIDATION', { fields: { members: 'UNKNOWN' } });
      sum.added += done.added;
      sum.removed += done.removed;
    }
    await giveRoles(tx, caller);
    return sum;
  }
}

function known(group: GroupRow | undefined): GroupRow {
  if (!group) throw new AppError('NOT_FOUND');
  return group;
}

function fieldsOf({ displayName, externalId }: ScimGroupIn): { name: string; externalId: string | null } {
  return { name: displayName, externalId: externalId ?? null };
}

function idsOf({ members }: ScimGroupIn): number[] | undefined {
  return members?.map(({ value }) => value);
}
