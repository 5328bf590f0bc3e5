import { getRetention, putRetention } from '#contract/mailbox/retention.ts';
import { doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { RetentionService } from './retention.service.ts';

/** Mounts the retention settings (spec http-api 12.37). */
export function mountRetention(app: App, retention: RetentionService): void {
  mount(app, getRetention, async ({ caller }) => await retention.read(caller.accountId));
  mount(app, putRetention, async ({ body, caller }) => doneWith(await retention.change(caller, body)));
}
