import { mountAccount } from '#server/features/mailbox/account/account.routes.ts';
import type { Config } from '#server/config/config.ts';
import { AccountService } from '#server/features/mailbox/account/account.service.ts';
import { mountBlockedNumbersApi } from '#server/features/mailbox/blocked-numbers/blocked-numbers.api.routes.ts';
import { mountBlockedNumbers } from '#server/features/mailbox/blocked-numbers/blocked-numbers.routes.ts';
import { BlockedNumbersService } from '#server/features/mailbox/blocked-numbers/blocked-numbers.service.ts';
import { mountContactGroupsApi } from '#server/features/mailbox/contacts/contact-groups.api.routes.ts';
import { mountContactGroups } from '#server/features/mailbox/contacts/contact-groups.routes.ts';
import { ContactGroupsService } from '#server/features/mailbox/contacts/contact-groups.service.ts';
import { mountContactsApi } from '#server/features/mailbox/contacts/contacts.api.routes.ts';
import { mountContacts } from '#server/features/mailbox/contacts/contacts.routes.ts';
import { ContactsService } from '#server/features/mailbox/contacts/contacts.service.ts';
import { mountDashboard } from '#server/features/mailbox/account/dashboard/dashboard.routes.ts';
import { DashboardService } from '#server/features/mailbox/account/dashboard/dashboard.service.ts';
import { mountActivityApi } from '#server/features/audit/fax-activity/fax-activity.api.routes.ts';
import { mountFaxActivity } from '#server/features/audit/fax-activity/fax-activity.routes.ts';
import type { AccessLog } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import { FaxActivity } from '#server/features/audit/fax-activity/fax-activity.ts';
import { mountGeneralSettings } from '#server/features/mailbox/account/settings/general-settings.routes.ts';
import { GeneralSettingsService } from '#server/features/mailbox/account/settings/general-settings.service.ts';
import { FaxFiles } from '#server/features/mailbox/inbox/fax-files.ts';
import type { PeopleService } from '#server/features/identity/people/people.service.ts';
import { mountAllInboxes } from '#server/features/mailbox/inbox/all-inboxes.routes.ts';
import { mountInbox } from '#server/features/mailbox/inbox/inbox.routes.ts';
import { InboxService } from '#server/features/mailbox/inbox/inbox.service.ts';
import { mountSearch } from '#server/features/mailbox/inbox/search.routes.ts';
import { SearchService } from '#server/features/mailbox/inbox/search.service.ts';
import { mountPageText } from '#server/features/mailbox/inbox/page-text/page-text.routes.ts';
import type { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import { mountSplits } from '#server/features/mailbox/inbox/split/split.routes.ts';
import { SplitService } from '#server/features/mailbox/inbox/split/split.service.ts';
import { mountRules } from '#server/features/mailbox/inbox/rules/rules.routes.ts';
import { RulesService } from '#server/features/mailbox/inbox/rules/rules.service.ts';
import { mountTeam } from '#server/features/mailbox/inbox/team/team.routes.ts';
import { TeamService } from '#server/features/mailbox/inbox/team/team.service.ts';
import { mountMailboxView } from '#server/features/customers/administrators/mailbox-view/mailbox-view.routes.ts';
import { MailboxView } from '#server/features/customers/administrators/mailbox-view/mailbox-view.service.ts';
import { PageFiles } from '#server/features/mailbox/inbox/page-files.ts';
import type { AccountKeyCaller } from '#server/kit/key-caller.ts';
import { mountRetention } from '#server/features/mailbox/retention/retention.routes.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';
import type { Engines } from './engines.ts';
import type { Services } from './services.ts';

/** Dependencies of the mailbox pages. */
export interface MailboxParts {
  engines: Engines;
  /** Records every access to a fax. */
  access: AccessLog;
  config: Pick<Config, 'dataDir' | 'timezone' | 'maxContacts' | 'keepDays' | 'readText'>;
  services: Pick<Services, 'mail' | 'retention' | 'pageTexts'>;
  /** The people and the accounts that they work on. */
  people: PeopleService;
  /** The languages that this installation has texts for. */
  messages: Pick<Messages, 'languages'>;
}

/** The parts of a mailbox that programs use, too. */
export interface Mailbox {
  inbox: InboxService;
  files: FaxFiles;
  view: MailboxView;
  texts: PageTexts;
  /** Records every access to a fax. */
  access: AccessLog;
}

/** Mounts the pages of an account: main data, dashboard, message list and files, contacts, general settings. */
export function mountMailbox(
  app: App,
  { engines, access, config, services, people, messages }: MailboxParts,
): Mailbox {
  const { database, documents, log } = engines;
  const zone = config.timezone;
  const deletedDays = config.keepDays.deleted;
  const accounts = new AccountService({ database, zone });
  const { pageTexts: texts } = services;
  const pages = new PageFiles({ files: engines.files, documents, texts, log });
  mountAccount(app, accounts);
  mountDashboard(app, new DashboardService({ database, accounts, zone }));
  const inbox = new InboxService({ database, pages, zone, deletedDays });
  const files = new FaxFiles({ database, pages, deletedDays });
  mountInbox(app, { inbox, files, access });
  mountPageText(app, { texts, deletedDays, access });
  mountAllInboxes(app, { db: database.db, people, zone });
  mountSearch(app, new SearchService({ database, zone, deletedDays }));
  const { queueMail } = services.mail;
  mountRules(app, { service: new RulesService({ database, queueMail, zone }), zone });
  mountSplits(app, new SplitService({ database, deletedDays }));
  mountTeam(app, { service: new TeamService({ database, queueMail }), zone });
  const view = new MailboxView({ database, inbox, files, zone });
  mountMailboxView(app, view, access);
  const activity = new FaxActivity({ database, access, zone });
  mountFaxActivity(app, activity, database);
  mountActivityApi(app, activity);
  const contacts = new ContactsService({ database, mostContacts: config.maxContacts });
  const groups = new ContactGroupsService({ database });
  mountContacts(app, contacts, config.dataDir);
  mountContactGroups(app, groups);
  const requireView = async (caller: AccountKeyCaller) => await view.requireView(caller);
  mountContactsApi(app, { contacts, groups, requireView });
  mountContactGroupsApi(app, { groups, requireView });
  const blocked = new BlockedNumbersService({ database });
  mountBlockedNumbers(app, blocked);
  mountBlockedNumbersApi(app, blocked, requireView);
  mountRetention(app, services.retention);
  mountGeneralSettings(
    app,
    new GeneralSettingsService({ database, languages: messages.languages, readText: config.readText, texts }),
  );
  return { inbox, files, view, texts, access };
}
