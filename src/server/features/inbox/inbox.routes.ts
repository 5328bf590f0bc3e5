import {
  faxArchiveAction,
  faxArchiveList,
  faxRotate,
  getFaxesArchive,
  getFaxFile,
  getTruePageCount,
} from '#contract/inbox.ts';
import { doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { FILE_POLICY, sendFile } from '#server/kit/send-file.ts';

import type { FaxFiles } from './fax-files.ts';
import type { InboxService } from './inbox.service.ts';

/** Mounts the calls of the mailbox (contract 3.1, 4.1 to 4.5). */
export function mountInbox(app: App, { inbox, files }: { inbox: InboxService; files: FaxFiles }): void {
  mount(app, faxArchiveList, async ({ caller, query }) => await inbox.list(caller.accountId, query));
  mount(app, faxArchiveAction, async ({ caller, body }) =>
    doneWith({ affected: await inbox.act(caller, body.action, body.ids) }),
  );
  mount(app, faxRotate, async ({ caller, body }) =>
    doneWith({ rotation: await inbox.rotate(caller, body.fid, body.inbox === 1) }),
  );
  mount(app, getTruePageCount, async ({ caller, body }) => ({
    data: { count: await inbox.trueCounts(caller, body.filepath) },
  }));
  mount(app, getFaxFile, async ({ caller, query, request, reply }) =>
    sendFile(await files.find(caller.accountId, query.file), request, reply),
  );
  mount(app, getFaxesArchive, async ({ caller, query, reply }) => {
    const zip = await files.archive(caller.accountId, query.ids, query.ext);
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
