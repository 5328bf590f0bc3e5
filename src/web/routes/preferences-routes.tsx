import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isNarrow } from '#web/kit/screen.ts';
import { app } from './app-route.tsx';
import { requireUser } from './route-guards.ts';

const preferences = createRoute({
  getParentRoute: () => app,
  path: '/preferences',
  beforeLoad: requireUser,
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/preferences-page.tsx'),
    'PreferencesPage',
  ),
});
const preferencesMenu = createRoute({
  getParentRoute: () => preferences,
  path: '/',
  beforeLoad: () => {
    if (!isNarrow()) throw redirect({ to: '/preferences/general', replace: true });
  },
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/preferences-menu.tsx'),
    'PreferencesMenu',
  ),
});
const generalPreferences = createRoute({
  getParentRoute: () => preferences,
  path: 'general',
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/general/general-page.tsx'),
    'GeneralPage',
  ),
});
const coverPagePreferences = createRoute({
  getParentRoute: () => preferences,
  path: 'cover-page',
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/cover-page/cover-page-page.tsx'),
    'CoverPagePage',
  ),
});
const shortcuts = createRoute({
  getParentRoute: () => preferences,
  path: 'keyboard-shortcuts',
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/shortcuts/shortcuts-page.tsx'),
    'ShortcutsPage',
  ),
});
const accountSecurity = createRoute({
  getParentRoute: () => preferences,
  path: 'account-security',
  component: lazyRouteComponent(() => import('./account-security-screen.tsx'), 'AccountSecurityScreen'),
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
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/appearance/appearance-page.tsx'),
    'AppearancePage',
  ),
});
const notifications = createRoute({
  getParentRoute: () => preferences,
  path: 'notifications',
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
});
const emailToFax = createRoute({
  getParentRoute: () => preferences,
  path: 'email-to-fax',
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/email-to-fax/email-to-fax-page.tsx'),
    'EmailToFaxPage',
  ),
});
const activity = createRoute({
  getParentRoute: () => preferences,
  path: 'activity',
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/activity/activity-page.tsx'),
    'ActivityPage',
  ),
});
const blockedNumbers = createRoute({
  getParentRoute: () => preferences,
  path: 'blocked-numbers',
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/blocked-numbers/blocked-page.tsx'),
    'BlockedPage',
  ),
});
const subaccounts = createRoute({
  getParentRoute: () => preferences,
  path: 'subaccounts',
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/subaccounts/subaccounts-page.tsx'),
    'SubaccountsPage',
  ),
});
const sftpStorage = createRoute({
  getParentRoute: () => preferences,
  path: 'sftp-storage',
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/storage/storage-page.tsx'),
    'StoragePage',
  ),
});
const egnyteStorage = createRoute({
  getParentRoute: () => preferences,
  path: 'engnyte-storage',
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/egnyte/egnyte-page.tsx'),
    'EgnytePage',
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
  component: lazyRouteComponent(() => import('./people-screen.tsx'), 'PeopleScreen'),
});
const rules = createRoute({
  getParentRoute: () => preferences,
  path: 'rules',
  validateSearch: (raw): { rule?: string } =>
    typeof raw['rule'] === 'string' || typeof raw['rule'] === 'number' ? { rule: String(raw['rule']) } : {},
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/preferences/rules/rules-page.tsx'),
    'RulesPage',
  ),
});
const apiKeys = createRoute({
  getParentRoute: () => preferences,
  path: 'api-keys',
  component: lazyRouteComponent(() => import('./api-keys-screen.tsx'), 'ApiKeysScreen'),
});
const webhooks = createRoute({
  getParentRoute: () => preferences,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('./webhooks-screen.tsx'), 'WebhooksScreen'),
});
const webhookLog = createRoute({
  getParentRoute: () => preferences,
  path: 'webhooks/$id',
  component: lazyRouteComponent(() => import('./webhook-log-screens.tsx'), 'WebhookLogScreen'),
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
