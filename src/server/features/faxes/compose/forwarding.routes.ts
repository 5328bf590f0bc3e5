import { draftFromFax } from '#contract/faxes/drafts.ts';
import { forwardFax } from '#contract/faxes/forward.ts';
import { accessorOf } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import { browserKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import { browserHeader } from '#server/kit/idempotency-header.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { Forwarding } from './forwarding.ts';
import type { ForwardingDeps } from './forwarding.ts';

/** Mounts the calls that forward a stored fax (spec http-api 12.2, 12.24). */
export function mountForwarding(app: App, deps: ForwardingDeps): void {
  const forwarding = new Forwarding(deps);
  mount(app, draftFromFax, async ({ caller, body, request }) =>
    doneWith(await forwarding.toDraft(caller, accessorOf(caller, request), body.fid)),
  );
  mount(app, forwardFax, async ({ caller, body, request }) => {
    const key = browserKey(browserHeader(request), { call: 'forwardFax', ...body });
    await forwarding.toMail(caller, accessorOf(caller, request), body.fid, { emails: body.emails, key });
    return done;
  });
}
