import type { Database } from '#engine/database/port.ts';

import { mountCancellation } from '#server/features/customers/cancellation/cancellation.routes.ts';
import { CancellationService } from '#server/features/customers/cancellation/cancellation.service.ts';
import { mountDeliveryWindow } from '#server/features/faxes/queue/delivery-window.routes.ts';
import { DeliveryWindows } from '#server/features/faxes/queue/delivery-window.service.ts';
import { mountMailSettings } from '#server/features/email/outgoing/settings/mail-settings.routes.ts';
import { MailSettingsService } from '#server/features/email/outgoing/settings/mail-settings.service.ts';
import { mountSubaccounts } from '#server/features/customers/subaccounts/subaccounts.routes.ts';
import { mountTours } from '#server/features/mailbox/account/tours/tours.routes.ts';
import type { App } from '#server/kit/mount.ts';
import type { Services } from './services.ts';

/** Dependencies of the preferences. */
export interface PreferencesParts {
  database: Database;
  services: Services;
}

/** Mounts the settings of an account besides the general ones. */
export function mountPreferences(app: App, { database, services }: PreferencesParts): void {
  const { queueMail, bounces } = services.mail;
  mountCancellation(app, new CancellationService({ database, queueMail }));
  mountDeliveryWindow(app, new DeliveryWindows({ database }));
  mountMailSettings(app, new MailSettingsService({ database, bounces }));
  mountSubaccounts(app, services.subaccounts);
  mountTours(app, database);
}
