import { MAX_SCIM_USERS } from '#contract/identity/scim-resources.ts';
import type { PatchOperation, ScimUserIn } from '#contract/identity/scim-resources.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AdministratorId, ManagingCaller } from '#server/kit/scope.ts';

import { findPersonByEmail, insertPerson } from '../invitations.store.ts';
import { updatePerson } from '../people.store.ts';
import { filterOf, patchUser } from './patch.rules.ts';
import { auditDirectory, beginChange, giveRoles } from './provisioning.ts';
import type { Outcome } from './provisioning.ts';
import { belongsToDirectory, endAccess, updateEmail } from './directory-people.store.ts';
import {
  USER_FILTERS,
  deleteUser,
  findUser,
  insertUser,
  isTaken,
  listUsers,
  updateUser,
} from './scim-users.store.ts';
import type { EndedAccess } from './directory-people.store.ts';
import type { UserRow } from './scim-users.store.ts';
import {
  addressOf,
  asResource,
  counts,
  fieldsOf,
  happened,
  nameIn,
  parsed,
  shownName,
} from './user-fields.rules.ts';

/** The query for a page of a list. */
export interface ListQuery {
  filter?: string | undefined;
  startIndex: number;
  count: number;
}

/**
 * Users of a directory (RFC 7644). The email address identifies the person within the brand; roles come from groups.
 * Deactivating a user ends their access to the administrator's accounts, and to no others.
 */
export class DirectoryUsers {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns a page of users. Throws SCIM_FILTER. */
  async list(
    parent: AdministratorId,
    { filter: written, startIndex, count }: ListQuery,
  ): Promise<Outcome<{ rows: UserRow[]; total: number }>> {
    const filter = filterOf(written, USER_FILTERS);
    const page = { filter, offset: startIndex - 1, limit: count };
    const resource = await listUsers(this.#database.db, parent, page);
    if (!filter) return { resource, event: 'usersListed', params: { count: resource.total } };
    const event = resource.total > 0 ? 'userFound' : 'userMissing';
    return { resource, event, params: { name: filter.value } };
  }

  /** Returns a user. Throws NOT_FOUND. */
  async get(parent: AdministratorId, id: number): Promise<Outcome<UserRow>> {
    const resource = known(await findUser(this.#database.db, parent, id));
    return { resource, event: 'userRead', params: { name: resource.userName } };
  }

  /**
   * Adds a user. If the brand has a person with this address, the user is linked to that person, who keeps all roles. Throws
   * SCIM_TAKEN, SCIM_LIMIT, PEOPLE_LIMIT, VALIDATION.
   */
  async add(caller: ManagingCaller, written: ScimUserIn): Promise<Outcome<UserRow>> {
    const { parentId } = caller;
    const input = { ...written, active: written.active ?? true };
    const email = addressOf(input);
    return await this.#database.transaction(async (tx) => {
      const brandId = await beginChange(tx, caller);
      const found = await findPersonByEmail(tx, brandId, email);
      if (await isTaken(tx, parentId, { userName: input.userName, personId: found }))
        throw new AppError('SCIM_TAKEN');
      const { total } = await listUsers(tx, parentId, { filter: undefined, offset: 0, limit: 0 });
      if (total >= MAX_SCIM_USERS) throw new AppError('SCIM_LIMIT', { params: { max: MAX_SCIM_USERS } });
      const name = nameIn(input, email);
      const added = found ?? (await insertPerson(tx, { brandId, email, name, passwordHash: null }));
      // The address may have got its login through an invitation in the meantime.
      const personId = added ?? (await findPersonByEmail(tx, brandId, email));
      if (personId === undefined) throw new AppError('SCIM_TAKEN');
      const id = await insertUser(tx, parentId, personId, fieldsOf(input));
      await auditDirectory(tx, caller, 'scim-user.add', {
        object: `scim_user/${id}`,
        detail: { person: personId, userName: input.userName },
      });
      if (!input.active) await this.#end(tx, caller, { id, personId, email });
      await giveRoles(tx, caller);
      const resource = known(await findUser(tx, parentId, id));
      return { resource, event: found === undefined ? 'userAdded' : 'userLinked', params: { name } };
    });
  }

  /** Replaces a user. Throws NOT_FOUND, SCIM_TAKEN, SCIM_EMAIL_ELSEWHERE, PEOPLE_LIMIT, VALIDATION. */
  async put(caller: ManagingCaller, id: number, input: ScimUserIn): Promise<Outcome<UserRow>> {
    return await this.#change(caller, id, () => input);
  }

  /** Changes attributes of a user. Throws what `put` throws, and SCIM_PATH. */
  async patch(
    caller: ManagingCaller,
    id: number,
    operations: readonly PatchOperation[],
  ): Promise<Outcome<UserRow>> {
    return await this.#change(caller, id, (before) => parsed(patchUser(asResource(before), operations)));
  }

  /** Deactivates and deletes a user; the person stays. Throws NOT_FOUND. */
  async remove(caller: ManagingCaller, id: number): Promise<Outcome<undefined>> {
    return await this.#database.transaction(async (tx) => {
      await beginChange(tx, caller);
      const user = known(await findUser(tx, caller.parentId, id));
      const ended = await this.#end(tx, caller, user);
      await deleteUser(tx, id);
      await auditDirectory(tx, caller, 'scim-user.remove', {
        object: `scim_user/${id}`,
        detail: { person: user.personId, userName: user.userName },
      });
      return {
        resource: undefined,
        event: 'userRemoved',
        params: { name: shownName(user), ...counts(ended) },
      };
    });
  }

  async #change(
    caller: ManagingCaller,
    id: number,
    inputOf: (before: UserRow) => ScimUserIn,
  ): Promise<Outcome<UserRow>> {
    return await this.#database.transaction(async (tx) => {
      const brandId = await beginChange(tx, caller);
      const before = known(await findUser(tx, caller.parentId, id));
      const written = inputOf(before);
      const input = { ...written, active: written.active ?? before.active };
      const { personId } = before;
      if (await isTaken(tx, caller.parentId, { id, userName: input.userName, personId }))
        throw new AppError('SCIM_TAKEN');
      await updatePersonOf(tx, caller.parentId, before, { brandId, input });
      await updateUser(tx, id, { ...fieldsOf(input), personId });
      const ended = before.active && !input.active ? await this.#end(tx, caller, before) : undefined;
      await giveRoles(tx, caller);
      const resource = known(await findUser(tx, caller.parentId, id));
      const what = happened(before, resource, ended);
      if (what.event !== 'userSame')
        await auditDirectory(tx, caller, `scim-user.${ended ? 'turn-off' : 'change'}`, {
          object: `scim_user/${id}`,
          detail: { person: personId, userName: input.userName, active: input.active },
        });
      return { resource, ...what };
    });
  }

  async #end(
    tx: Db,
    caller: ManagingCaller,
    user: { id: number; personId: number; email: string },
  ): Promise<EndedAccess> {
    const ended = await endAccess(tx, caller.parentId, user);
    for (const accountId of ended.accounts)
      await auditDirectory(tx, caller, 'person.remove', {
        accountId,
        object: `account/${accountId}`,
        detail: { person: user.personId },
      });
    return ended;
  }
}

/**
 * Updates name and address of a person who has access to no other organization's accounts. Other people keep theirs: a
 * directory must not redirect another organization's mail (A-SCIM-04).
 */
async function updatePersonOf(
  tx: Db,
  parent: AdministratorId,
  { personId, email: before }: UserRow,
  { brandId, input }: { brandId: number; input: ScimUserIn },
): Promise<void> {
  const email = addressOf(input);
  const isOwn = await belongsToDirectory(tx, parent, personId);
  if (email !== before) {
    if (!isOwn || (await findPersonByEmail(tx, brandId, email)) !== undefined)
      throw new AppError('SCIM_EMAIL_ELSEWHERE');
    await updateEmail(tx, personId, email);
  }
  if (isOwn) await updatePerson(tx, personId, { name: nameIn(input, email) });
}

function known(user: UserRow | undefined): UserRow {
  if (!user) throw new AppError('NOT_FOUND');
  return user;
}
