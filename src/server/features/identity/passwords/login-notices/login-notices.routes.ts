import { changeLoginNotices, loginNotices } from '#contract/identity/account-security.ts';
import { doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { LoginNotices } from './login-notices.service.ts';

/** Mounts the setting for emails about new logins (spec http-api 12.6). */
export function mountLoginNotices(app: App, notices: LoginNotices): void {
  mount(app, loginNotices, async ({ caller }) => await notices.read(caller));
  mount(app, changeLoginNotices, async ({ body, caller }) => doneWith(await notices.change(caller, body.on)));
}
