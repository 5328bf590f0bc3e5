import type { ContactGroup } from '#contract/mailbox/contact-groups.ts';
import {
  addGroup,
  changeGroup,
  changeMembers,
  getGroup,
  listGroups,
  removeGroup,
} from '#contract/v1/groups.ts';
import { AppError } from '#server/kit/app-error.ts';
import { wholeList } from '#server/kit/list-page.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { ContactGroupsService } from './contact-groups.service.ts';
import type { ContactsApi } from './contacts.api.routes.ts';

/** Mounts the public API's contact groups. */
export function mountContactGroupsApi(
  app: App,
  { groups, requireView }: Pick<ContactsApi, 'groups' | 'requireView'>,
): void {
  mount(app, listGroups, async ({ caller }) => {
    await requireView(caller);
    return wholeList((await groups.list(caller.accountId)).map(groupOnWire));
  });
  mount(app, getGroup, async ({ caller, params }) => {
    await requireView(caller);
    return await find(groups, caller.accountId, params.id);
  });
  mount(app, addGroup, async ({ caller, body }) => {
    await requireView(caller);
    const id = await groups.add(caller, body.name, body.members);
    return await find(groups, caller.accountId, id);
  });
  mount(app, changeGroup, async ({ caller, params: { id }, body }) => {
    await requireView(caller);
    await groups.rename(caller, id, body.name);
    return await find(groups, caller.accountId, id);
  });
  mount(app, removeGroup, async ({ caller, params: { id } }) => {
    await requireView(caller);
    await groups.remove(caller, id);
    return { object: 'group' as const, id: `grp_${id}`, deleted: true as const };
  });
  mount(app, changeMembers, async ({ caller, params: { id }, body }) => {
    await requireView(caller);
    const { added, removed } = await groups.changeMembers(caller, id, body);
    return {
      ...(await find(groups, caller.accountId, id)),
      added: added.map((contact) => `con_${contact}`),
      removed: removed.map((contact) => `con_${contact}`),
    };
  });
}

/** Returns one group. An account has few groups, so all are read at once. Throws NOT_FOUND. */
async function find(groups: ContactGroupsService, account: AccountId, id: number) {
  const group = (await groups.list(account)).find((one) => one.id === String(id));
  if (!group) throw new AppError('NOT_FOUND');
  return groupOnWire(group);
}

function groupOnWire({ id, name, members }: ContactGroup) {
  return { object: 'group' as const, id: `grp_${id}`, name, members };
}
