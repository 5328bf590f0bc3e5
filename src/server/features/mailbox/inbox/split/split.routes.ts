import { faxSplit, splitAgain, undoSplit } from '#contract/mailbox/fax-split.ts';
import { doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { SplitService } from './split.service.ts';

/** Mounts the calls for split faxes (spec http-api 12.51). */
export function mountSplits(app: App, service: SplitService): void {
  mount(app, faxSplit, async ({ caller, query }) => await service.of(caller, query.fid));
  mount(app, undoSplit, async ({ caller, body }) => {
    const { whole, changed } = await service.undo(caller, body.fid);
    return doneWith({ whole: String(whole), changed: changed.map(String) });
  });
  mount(app, splitAgain, async ({ caller, body }) => {
    const changed = await service.again(caller, body.fid, body.changed);
    return doneWith({ changed: changed.map(String) });
  });
}
