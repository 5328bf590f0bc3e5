import { getGlobalSettings, putGlobalSettings, timeZoneList } from '#contract/mailbox/general-settings.ts';
import { doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { GeneralSettingsService } from './general-settings.service.ts';

/** Mounts the general settings and the list of time zones (spec http-api 2.4, 2.6). */
export function mountGeneralSettings(app: App, settings: GeneralSettingsService): void {
  mount(app, getGlobalSettings, async ({ caller }) => await settings.read(caller.accountId));
  mount(app, putGlobalSettings, async ({ caller, body }) => doneWith(await settings.change(caller, body)));
  mount(app, timeZoneList, async () => await settings.timeZones());
}
