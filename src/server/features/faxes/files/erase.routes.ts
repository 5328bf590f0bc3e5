import { eraseFaxes as call } from '#contract/faxes/erase.ts';
import { doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { eraseFaxes } from './erase.service.ts';
import type { EraseDeps } from './erase.service.ts';

/** Mounts the call that erases deleted faxes ahead of time (spec http-api 4.1). */
export function mountErase(app: App, deps: EraseDeps): void {
  mount(app, call, async ({ caller, body }) =>
    doneWith(await eraseFaxes(deps, caller, 'all' in body ? 'all' : body.fids)),
  );
}
