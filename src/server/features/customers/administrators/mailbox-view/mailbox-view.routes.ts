import { childFaxes, childFaxFile, mailboxViews, openMailbox } from '#contract/customers/mailbox-view.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { sendFile } from '#server/kit/send-file.ts';

import { accessorOf, noteSent } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { AccessLog } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { MailboxView } from './mailbox-view.service.ts';

/** Mounts viewing a mailbox, and what its owner sees of it. */
export function mountMailboxView(app: App, view: MailboxView, access: AccessLog): void {
  mount(app, openMailbox, async ({ caller, body }) => {
    await view.open(caller, body.id);
    return done;
  });
  mount(app, childFaxes, async ({ caller, query }) => {
    const limit = query['per-page'];
    const offset = (query['current-page'] - 1) * limit;
    return await view.list(caller, query.uid, { folder: query.folder, offset, limit });
  });
  mount(app, childFaxFile, async ({ caller, query, request, reply }) => {
    const file = await view.file(caller, query.uid, query.file);
    await noteSent(access, accessorOf(caller, request), query.uid, file.shows);
    return await sendFile(file, request, reply);
  });
  mount(app, mailboxViews, async ({ caller }) => await view.views(caller.accountId));
}
