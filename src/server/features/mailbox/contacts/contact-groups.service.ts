import { MAX_CONTACT_GROUPS, MAX_GROUP_MEMBERS } from '#contract/mailbox/contact-groups.ts';
import type { ContactGroup } from '#contract/mailbox/contact-groups.ts';
import type { GroupRecipients } from '#contract/mailbox/recipients.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountCaller, AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import {
  changeGroup,
  countGroups,
  deleteMembers,
  findGroup,
  insertGroup,
  insertMembers,
  isNameTaken,
  listGroups,
  overfullGroups,
  recipientsOfGroups,
} from './contact-groups.store.ts';
import type { KnownGroup } from './contact-groups.store.ts';
import { lockContacts } from './contacts.store.ts';

/** Manages the contact groups of an account (spec http-api 5.4). */
export class ContactGroupsService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** Returns all groups, sorted by name. */
  async list(account: AccountId): Promise<ContactGroup[]> {
    const groups = await listGroups(this.#database.db, account);
    return groups.map(({ id, ...rest }) => ({ id: String(id), ...rest }));
  }

  /** Returns the recipients of a group. Throws NOT_FOUND. */
  async recipients(account: AccountId, id: number): Promise<GroupRecipients> {
    const [group] = await recipientsOfGroups(this.#database.db, account, [id]);
    if (group === undefined) throw new AppError('NOT_FOUND');
    return group;
  }

  /** Adds a group with its first members and returns its id. Throws GROUP_EXISTS or TOO_MANY_GROUPS. */
  async add(caller: AccountCaller, name: string, contacts: readonly number[]): Promise<number> {
    return await this.#change(caller, async (tx) => {
      await refuseGroup(tx, caller.accountId, name, null);
      const id = await insertGroup(tx, caller.accountId, name);
      const added = await insertMembers(tx, caller.accountId, id, contacts);
      await audit(tx, caller, 'contact-group.add', id, { name, contacts: added });
      return id;
    });
  }

  /** Renames a group. Throws NOT_FOUND or GROUP_EXISTS. */
  async rename(caller: AccountCaller, id: number, name: string): Promise<void> {
    await this.#change(caller, async (tx) => {
      await liveGroup(tx, caller.accountId, id);
      if (await isNameTaken(tx, caller.accountId, name, id)) throw nameTaken(name);
      await changeGroup(tx, caller.accountId, id, { name });
      await audit(tx, caller, 'contact-group.rename', id, { name });
    });
  }

  /** Deletes a group; `restore` can undo that for a day. Throws NOT_FOUND. */
  async remove(caller: AccountCaller, id: number): Promise<void> {
    await this.#change(caller, async (tx) => {
      const { name } = await liveGroup(tx, caller.accountId, id);
      await changeGroup(tx, caller.accountId, id, { deleted_at: new Date() });
      await audit(tx, caller, 'contact-group.delete', id, { name });
    });
  }

  /** Restores a deleted group with its members, if it is deleted. Throws NOT_FOUND, GROUP_EXISTS or TOO_MANY_GROUPS. */
  async restore(caller: AccountCaller, id: number): Promise<void> {
    await this.#change(caller, async (tx) => {
      const group = await findGroup(tx, caller.accountId, id);
      if (group === undefined) throw new AppError('NOT_FOUND');
      if (!group.deleted) return;
      await refuseGroup(tx, caller.accountId, group.name, id);
      await changeGroup(tx, caller.accountId, id, { deleted_at: null });
      await audit(tx, caller, 'contact-group.restore', id, { name: group.name });
    });
  }

  /** Removes contacts from a group, then adds others. Returns those that changed. Throws NOT_FOUND or GROUP_FULL. */
  async changeMembers(
    caller: AccountCaller,
    id: number,
    { add = [], remove = [] }: { add?: readonly number[]; remove?: readonly number[] },
  ): Promise<{ added: number[]; removed: number[] }> {
    const { accountId } = caller;
    return await this.#change(caller, async (tx) => {
      await liveGroup(tx, accountId, id);
      const removed = await deleteMembers(tx, accountId, id, remove);
      const added = await insertMembers(tx, accountId, id, add);
      if (added.length > 0) await refuseOverfull(tx, accountId, [id]);
      for (const [action, contacts] of Object.entries({ remove: removed, add: added }))
        if (contacts.length > 0) await audit(tx, caller, `contact-group.members-${action}`, id, { contacts });
      return { added, removed };
    });
  }

  async #change<T>(caller: AccountCaller, work: (tx: Db) => Promise<T>): Promise<T> {
    return await this.#database.transaction(async (tx) => {
      await lockContacts(tx, caller.accountId);
      return await work(tx);
    });
  }
}

/** Throws GROUP_FULL if one of these groups has become too large, which rolls the transaction back. */
export async function refuseOverfull(tx: Db, account: AccountId, groups: readonly number[]): Promise<void> {
  const [name] = await overfullGroups(tx, account, groups);
  if (name !== undefined) throw new AppError('GROUP_FULL', { params: { name, max: MAX_GROUP_MEMBERS } });
}

async function refuseGroup(tx: Db, account: AccountId, name: string, except: number | null): Promise<void> {
  if (await isNameTaken(tx, account, name, except)) throw nameTaken(name);
  if ((await countGroups(tx, account)) >= MAX_CONTACT_GROUPS)
    throw new AppError('TOO_MANY_GROUPS', { params: { max: MAX_CONTACT_GROUPS } });
}

async function liveGroup(tx: Db, account: AccountId, id: number): Promise<KnownGroup> {
  const group = await findGroup(tx, account, id);
  if (group === undefined || group.deleted) throw new AppError('NOT_FOUND');
  return group;
}

function nameTaken(name: string): AppError {
  return new AppError('GROUP_EXISTS', { params: { name }, fields: { name: 'GROUP_EXISTS' } });
}

async function audit(
  tx: Db,
  caller: AccountCaller,
  action: string,
  id: number,
  detail: object,
): Promise<void> {
  await writeAudit(tx, {
    ...byAccount(caller),
    action,
    object: `contact-group/${id}`,
    detail,
  });
}
