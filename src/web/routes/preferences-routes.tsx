import { createRoute, redirect } from '@tanstack/react-router';
import { isNarrow } from '#web/kit/screen.ts';
import { app } from './app-route.tsx';
import { requireUser } from './route-guards.ts';
import { laterPage } from '#web/ui/later.tsx';

const preferences = createRoute({
  getParentRoute: () => app,
  path: '/preferences',
  beforeLoad: requireUser,
  component: laterPage(
    async () => (await import('#web/features/mailbox/preferences/preferences-page.tsx')).PreferencesPage,
  ),
});
const preferencesMenu = createRoute({
  getParentRoute: () => preferences,
  path: '/',
  beforeLoad: () => {
    if (!isNarrow()) throw redirect({ to: '/preferences/general', replace: true });
  },
  component: laterPage(
    async () => (await import('#web/features/mailbox/preferences/preferences-menu.tsx')).PreferencesMenu,
  ),
});
const generalPreferences = createRoute({
  getParentRoute: () => preferences,
  path: 'general',
  component: laterPage(
    async () => (await import('#web/features/mailbox/preferences/general/general-page.tsx')).GeneralPage,
  ),
});
const coverPagePreferences = createRoute({
  getParentRoute: () => preferences,
  path: 'cover-page',
  component: laterPage(
    async () =>
      (await import('#web/features/mailbox/preferences/cover-page/cover-page-page.tsx')).CoverPagePage,
  ),
});
const shortcuts = createRoute({
  getParentRoute: () => preferences,
  path: 'keyboard-shortcuts',
  component: laterPage(
    async () =>
      (await import('#web/features/mailbox/preferences/shortcuts/shortcuts-page.tsx')).ShortcutsPage,
  ),
});
const accountSecurity = createRoute({
  getParentRoute: () => preferences,
  path: 'account-security',
  component: laterPage(async () => (await import('./account-security-screen.tsx')).AccountSecurityScreen),
});
const securityByItsName = createRoute({
  getParentRoute: () => preferences,
  path: 'security',
  beforeLoad: () => {
    throw redirect({ to: '/preferences/account-security', replace: true });
  },
});
const appearance = createRoute({
  getParentRoute: () => preferences,
  path: 'appearance',
  component: laterPage(
    async () =>
      (await import('#web/features/mailbox/preferences/appearance/appearance-page.tsx')).AppearancePage,
  ),
});
const notifications = createRoute({
  getParentRoute: () => preferences,
  path: 'notifications',
  component: laterPage(
    async () =>
      (await import('#web/features/mailbox/preferences/notifications/notifications-page.tsx'))
        .NotificationsPage,
  ),
});
const emailToFax = createRoute({
  getParentRoute: () => preferences,
  path: 'email-to-fax',
  component: laterPage(
    async () =>
      (await import('#web/features/mailbox/preferences/email-to-fax/email-to-fax-page.tsx')).EmailToFaxPage,
  ),
});
const activity = createRoute({
  getParentRoute: () => preferences,
  path: 'activity',
  component: laterPage(
    async () => (await import('#web/features/mailbox/preferences/activity/activity-page.tsx')).ActivityPage,
  ),
});
const blockedNumbers = createRoute({
  getParentRoute: () => preferences,
  path: 'blocked-numbers',
  component: laterPage(
    async () =>
      (await import('#web/features/mailbox/preferences/blocked-numbers/blocked-page.tsx')).BlockedPage,
  ),
});
const subaccounts = createRoute({
  getParentRoute: () => preferences,
  path: 'subaccounts',
  component: laterPage(
    async () =>
      (await import('#web/features/mailbox/preferences/subaccounts/subaccounts-page.tsx')).SubaccountsPage,
  ),
});
const sftpStorage = createRoute({
  getParentRoute: () => preferences,
  path: 'sftp-storage',
  component: laterPage(
    async () => (await import('#web/features/mailbox/preferences/storage/storage-page.tsx')).StoragePage,
  ),
});
const egnyteStorage = createRoute({
  getParentRoute: () => preferences,
  path: 'engnyte-storage',
  component: laterPage(
    async () => (await import('#web/features/mailbox/preferences/egnyte/egnyte-page.tsx')).EgnytePage,
  ),
});
const egnyteStorageSpeltRight = createRoute({
  getParentRoute: () => preferences,
  path: 'egnyte-storage',
  beforeLoad: () => {
    throw redirect({ to: '/preferences/engnyte-storage', replace: true });
  },
});
const people = createRoute({
  getParentRoute: () => preferences,
  path: 'people',
  component: laterPage(async () => (await import('./people-screen.tsx')).PeopleScreen),
});
const rules = createRoute({
  getParentRoute: () => preferences,
  path: 'rules',
  validateSearch: (raw): { rule?: string } =>
    typeof raw['rule'] === 'string' || typeof raw['rule'] === 'number' ? { rule: String(raw['rule']) } : {},
  component: laterPage(
    async () => (await import('#web/features/mailbox/preferences/rules/rules-page.tsx')).RulesPage,
  ),
});
const apiKeys = createRoute({
  getParentRoute: () => preferences,
  path: 'api-keys',
  component: laterPage(async () => (await import('./api-keys-screen.tsx')).ApiKeysScreen),
});
const webhooks = createRoute({
  getParentRoute: () => preferences,
  path: 'webhooks',
  component: laterPage(async () => (await import('./webhooks-screen.tsx')).WebhooksScreen),
});
const webhookLog = createRoute({
  getParentRoute: () => preferences,
  path: 'webhooks/$id',
  component: laterPage(async () => (await import('./webhook-log-screens.tsx')).WebhookLogScreen),
});
/** The pages of the preferences. */
export const preferencesTree = preferences.addChildren([
  sftpStorage,
  egnyteStorage,
  egnyteStorageSpeltRight,
  preferencesMenu,
  generalPreferences,
  coverPagePreferences,
  shortcuts,
  accountSecurity,
  securityByItsName,
  appearance,
  notifications,
  emailToFax,
  activity,
  blockedNumbers,
  subaccounts,
  people,
  rules,
  apiKeys,
  webhooks,
  webhookLog,
]);
