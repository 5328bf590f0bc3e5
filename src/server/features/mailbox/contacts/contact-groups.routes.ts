import {
  addContactGroup,
  changeGroupMembers,
  contactGroupRecipients,
  contactGroups,
  deleteContactGroup,
  renameContactGroup,
  restoreContactGroup,
} from '#contract/mailbox/contact-groups.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { ContactGroupsService } from './contact-groups.service.ts';

/** Mounts the contact groups (spec http-api 5.4). */
export function mountContactGroups(app: App, groups: ContactGroupsService): void {
  mount(app, contactGroups, async ({ caller }) => ({ data: await groups.list(caller.accountId) }));
  mount(app, contactGroupRecipients, async ({ caller, query }) => ({
    data: await groups.recipients(caller.accountId, query.id),
  }));
  mount(app, addContactGroup, async ({ caller, body }) =>
    doneWith({ id: String(await groups.add(caller, body.name, body.contacts)) }),
  );
  mount(app, renameContactGroup, async ({ caller, body }) => {
    await groups.rename(caller, body.id, body.name);
    return done;
  });
  mount(app, deleteContactGroup, async ({ caller, body }) => {
    await groups.remove(caller, body.id);
    return done;
  });
  mount(app, restoreContactGroup, async ({ caller, body }) => {
    await groups.restore(caller, body.id);
    return done;
  });
  mount(app, changeGroupMembers, async ({ caller, body }) => {
    const { id, action, contacts } = body;
    const { added, removed } = await groups.changeMembers(caller, id, { [action]: contacts });
    return doneWith({ changed: [...added, ...removed].map(String) });
  });
}
