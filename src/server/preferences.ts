import type { Database } from '#engine/database/port.ts';

import { mountBlockedNumbers } from './features/blocked-numbers/blocked-numbers.routes.ts';
import { BlockedNumbersService } from './features/blocked-numbers/blocked-numbers.service.ts';
import { mountCancellation } from './features/cancellation/cancellation.routes.ts';
import { CancellationService } from './features/cancellation/cancellation.service.ts';
import { mountMailSettings } from './features/mail-settings/mail-settings.routes.ts';
import { MailSettingsService } from './features/mail-settings/mail-settings.service.ts';
import { mountSubaccounts } from './features/subaccounts/subaccounts.routes.ts';
import { SubaccountsService } from './features/subaccounts/subaccounts.service.ts';
import { mountTours } from './features/tours/tours.routes.ts';
import type { App } from './kit/mount.ts';
import type { Mail } from './mail.ts';

/** What the preferences stand on. */
export interface PreferencesParts {
  database: Database;
  mail: Mail;
}

/** Mounts what a person sets up for an account, besides the general settings. */
export function mountPreferences(app: App, { database, mail }: PreferencesParts): void {
  const { queueMail } = mail;
  mountBlockedNumbers(app, new BlockedNumbersService({ database }));
  mountCancellation(app, new CancellationService({ database, queueMail }));
  mountMailSettings(app, new MailSettingsService({ database, bounces: mail.bounces }));
  mountSubaccounts(app, new SubaccountsService({ database, queueMail }));
  mountTours(app, database);
}
