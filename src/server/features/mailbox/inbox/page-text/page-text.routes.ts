import { faxText } from '#contract/mailbox/page-text.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { accessorOf, noteSent } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { AccessLog } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { PageTexts } from './page-text.service.ts';

/** Mounts the text of pages (spec http-api 12.45). Reading it is recorded as opening the fax. */
export function mountPageText(
  app: App,
  { texts, deletedDays, access }: { texts: PageTexts; deletedDays: number; access: AccessLog },
): void {
  mount(app, faxText, async ({ caller, query, request }) => {
    const { fid: faxId, from } = query;
    const answer = await texts.read(caller.accountId, { faxId, from, deletedDays });
    if (answer.pages.length > 0)
      await noteSent(access, accessorOf(caller, request), caller.accountId, { faxId, kind: 'open' });
    return answer;
  });
}
