import { blockedNumbers, blockNumber, unblockNumber } from '#contract/mailbox/blocked-numbers.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { BlockedNumbersService } from './blocked-numbers.service.ts';

/** Mounts the blocked numbers (spec http-api 6.2). */
export function mountBlockedNumbers(app: App, blocked: BlockedNumbersService): void {
  mount(app, blockedNumbers, async ({ caller }) => await blocked.list(caller.accountId));
  mount(app, blockNumber, async ({ caller, body }) =>
    doneWith({ id: String(await blocked.add(caller, body.faxnum)) }),
  );
  mount(app, unblockNumber, async ({ caller, body, query }) => {
    await blocked.remove(caller, body.faxnum ?? query.faxnum ?? '');
    return done;
  });
}
