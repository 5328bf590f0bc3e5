import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { PageFailed } from '#web/shell/page-failed.tsx';
import { guestTree } from './guest-routes.tsx';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { plainAddress } from '#web/kit/address.ts';
import { publicPath } from '#web/kit/page-config.ts';
import { isNarrow } from '#web/kit/screen.ts';
import { currentSession } from '#web/kit/session-store.ts';
import { multifaxTree } from './multifax-routes.tsx';
import { operatorRoutes } from './operator-routes.tsx';
import { root } from './root-route.tsx';
import { acceptHandoff, home, requireUser } from './route-guards.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whether the shell shows its footer under the page; pages with panes have none. */
    footer?: boolean;
  }
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: currentSession().token ? home() : '/login', replace: true });
  },
});

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('#web/shell/app-shell.tsx'), 'AppShell'),
});
const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  staticData: { footer: true },
  validateSearch: (raw): { handoff?: true } => (String(raw['handoff']) === '1' ? { handoff: true } : {}),
  beforeLoad: async (context) => {
    await acceptHandoff(context);
    requireUser();
  },
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/dashboard/dashboard-page.tsx'),
    'DashboardPage',
  ),
});
const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  validateSearch: readInboxSearch,
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import('#web/features/mailbox/inbox/inbox-page.tsx'), 'InboxPage'),
});
const compose = createRoute({
  getParentRoute: () => app,
  path: '/inbox/compose',
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import('./compose-screen.tsx'), 'ComposeScreen'),
});
const contacts = createRoute({
  getParentRoute: () => app,
  path: '/contacts',
  validateSearch: readContactsSearch,
  beforeLoad: requireUser,
  component: lazyRouteComponent(
    () => import('#web/features/mailbox/contacts/contacts-page.tsx'),
    'ContactsPage',
  ),
});
const contactsImport = createRoute({
  getParentRoute: () => app,
  path: '/contacts/import',
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import('#web/features/mailbox/contacts/import-page.tsx'), 'ImportPage'),
});
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
const preferencesTree = preferences.addChildren([
  sftpStorage,
  egnyteStorage,
  egnyteStorageSpeltRight,
  preferencesMenu,
  generalPreferences,
  coverPagePreferences,
  shortcuts,
  accountSecurity,
  activity,
  blockedNumbers,
  subaccounts,
]);
const cancellation = createRoute({
  getParentRoute: () => app,
  path: '/cancellation',
  beforeLoad: requireUser,
  component: lazyRouteComponent(
    () => import('#web/features/customers/cancellation/cancellation-page.tsx'),
    'CancellationPage',
  ),
});
const gallery = createRoute({
  getParentRoute: () => root,
  path: '/ui-gallery',
  component: lazyRouteComponent(() => import('#web/ui/ui-gallery.tsx'), 'UiGallery'),
});

const tree = root.addChildren([
  start,
  guestTree,
  app.addChildren([dashboard, inbox, compose, contacts, contactsImport, preferencesTree, cancellation]),
  multifaxTree,
  gallery,
  ...operatorRoutes,
]);

/** The router over all routes, under the installation's base path. */
export function makeRouter() {
  return createRouter({
    routeTree: tree,
    basepath: publicPath === '' ? '/' : publicPath,
    defaultErrorComponent: PageFailed,
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...plainAddress,
  });
}
