import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { mountAccount } from './features/account/account.routes.ts';
import type { Config } from './config.ts';
import { AccountService } from './features/account/account.service.ts';
import { mountContacts } from './features/contacts/contacts.routes.ts';
import { ContactsService } from './features/contacts/contacts.service.ts';
import { mountDashboard } from './features/dashboard/dashboard.routes.ts';
import { DashboardService } from './features/dashboard/dashboard.service.ts';
import { mountFaxActivity } from './features/fax-activity/fax-activity.routes.ts';
import type { AccessLog } from './features/fax-activity/fax-activity.service.ts';
import { FaxActivity } from './features/fax-activity/fax-activity.ts';
import { mountGeneralSettings } from './features/general-settings/general-settings.routes.ts';
import { GeneralSettingsService } from './features/general-settings/general-settings.service.ts';
import { FaxFiles } from './features/inbox/fax-files.ts';
import { mountInbox } from './features/inbox/inbox.routes.ts';
import { InboxService } from './features/inbox/inbox.service.ts';
import { mountMailboxView } from './features/mailbox-view/mailbox-view.routes.ts';
import { MailboxView } from './features/mailbox-view/mailbox-view.service.ts';
import { PageFiles } from './features/inbox/page-files.ts';
import type { App } from './kit/mount.ts';

/** What the screens of a mailbox stand on. */
export interface MailboxParts {
  database: Database;
  files: FileStore;
  documents: DocumentEngine;
  log: Logger;
  /** Who gets at which fax. */
  access: AccessLog;
  config: Pick<Config, 'dataDir' | 'timezone' | 'maxContacts'>;
  /** Languages that this installation has texts for. */
  languages: readonly string[];
}

/** Mounts what a person sees of an account: main data, dashboard, message list and files, contacts, general settings. */
export function mountMailbox(app: App, parts: MailboxParts): void {
  const { database, config, languages } = parts;
  const zone = config.timezone;
  const accounts = new AccountService({ database, zone });
  const pages = new PageFiles(parts);
  mountAccount(app, accounts);
  mountDashboard(app, new DashboardService({ database, accounts, zone }));
  const inbox = new InboxService({ database, pages, zone });
  const files = new FaxFiles({ database, pages });
  const { access } = parts;
  mountInbox(app, { inbox, files, access });
  mountMailboxView(app, new MailboxView({ database, inbox, files, zone }), access);
  mountFaxActivity(app, new FaxActivity({ database, access, zone }), database);
  mountContacts(app, new ContactsService({ database, mostContacts: config.maxContacts }), config.dataDir);
  mountGeneralSettings(app, new GeneralSettingsService({ database, languages }));
}
