import { changeMailDelivery, mailDelivery, tryMailAgain } from '#contract/email/outgoing.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { MailSettingsService } from './mail-settings.service.ts';

/** Mounts the settings for faxes by mail (spec http-api 12.11). */
export function mountMailSettings(app: App, settings: MailSettingsService): void {
  mount(app, mailDelivery, async ({ caller }) => await settings.read(caller.accountId));
  mount(app, changeMailDelivery, async ({ caller, body }) => doneWith(await settings.change(caller, body)));
  mount(app, tryMailAgain, async ({ caller, body }) => {
    await settings.tryAgain(caller, body.email);
    return done;
  });
}
