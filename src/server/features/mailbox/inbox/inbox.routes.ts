import {
  faxArchiveAction,
  faxArchiveList,
  faxRotate,
  getFaxesArchive,
  getFaxFile,
  getTruePageCount,
} from '#contract/mailbox/inbox.ts';
import { doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { FILE_POLICY, sendFile } from '#server/kit/send-file.ts';

import { accessorOf, noteSent } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { AccessLog } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { FaxFiles } from './fax-files.ts';
import type { InboxService } from './inbox.service.ts';

/** Mounts the calls of the mailbox (spec http-api 3.1, 4.1 to 4.5). */
export function mountInbox(
  app: App,
  { inbox, files, access }: { inbox: InboxService; files: FaxFiles; access: AccessLog },
): void {
  mount(app, faxArchiveList, async ({ caller, query }) => await inbox.list(caller.accountId, query));
  mount(app, faxArchiveAction, async ({ caller, body }) =>
    doneWith(await inbox.act(caller, body.action, body.ids)),
  );
  mount(app, faxRotate, async ({ caller, body }) => doneWith(await inbox.rotate(caller, body)));
  mount(app, getTruePageCount, async ({ caller, body }) => ({
    data: { count: await inbox.trueCounts(caller, body.filepath) },
  }));
  mount(app, getFaxFile, async ({ caller, query, request, reply }) => {
    const file = await files.find(caller.accountId, query.file);
    await noteSent(access, accessorOf(caller, request), caller.accountId, file.shows);
    return await sendFile(file, request, reply);
  });
  mount(app, getFaxesArchive, async ({ caller, query, request, reply }) => {
    const { accountId } = caller;
    const what = { accountId, kind: 'download', form: 'zip' } as const;
    const zip = await files.archive(
      accountId,
      query.ids,
      query.ext,
      async (faxIds) => await access.write(accessorOf(caller, request), { ...what, faxIds }),
    );
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="fax.zip"',
        'content-security-policy': FILE_POLICY,
        'cache-control': 'private, no-cache',
      })
      .send(zip);
  });
}
