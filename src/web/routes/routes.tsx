import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { PageFailed } from '#web/kit/page-failed.tsx';
import { app } from './app-route.tsx';
import { developersRoutes } from './developers-routes.tsx';
import { guestTree } from './guest-routes.tsx';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { plainAddress } from '#web/kit/address.ts';
import { publicPath } from '#web/kit/page-config.ts';
import { currentSession } from '#web/kit/session-store.ts';
import { multifaxTree } from './multifax-routes.tsx';
import { preferencesTree } from './preferences-routes.tsx';
import { operatorRoutes } from './operator-routes.tsx';
import { root } from './root-route.tsx';
import { acceptHandoff, home, requireUser } from './route-guards.ts';
import { laterPage } from '#web/ui/later.tsx';

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

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  staticData: { footer: true },
  validateSearch: (raw): { handoff?: true } => (String(raw['handoff']) === '1' ? { handoff: true } : {}),
  beforeLoad: async (context) => {
    await acceptHandoff(context);
    requireUser();
  },
  component: laterPage(
    async () => (await import('#web/features/mailbox/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
});
const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  validateSearch: readInboxSearch,
  beforeLoad: requireUser,
  component: laterPage(async () => (await import('#web/features/mailbox/inbox/inbox-page.tsx')).InboxPage),
});
const compose = createRoute({
  getParentRoute: () => app,
  path: '/inbox/compose',
  beforeLoad: requireUser,
  component: laterPage(async () => (await import('./compose-screen.tsx')).ComposeScreen),
});
const drafts = createRoute({
  getParentRoute: () => app,
  path: '/inbox/drafts',
  beforeLoad: requireUser,
  component: laterPage(async () => (await import('./drafts-screen.tsx')).DraftsScreen),
});
const inboxes = createRoute({
  getParentRoute: () => app,
  path: '/inbox/all',
  beforeLoad: requireUser,
  component: laterPage(async () => (await import('./all-inboxes-screen.tsx')).AllInboxesScreen),
});
const contacts = createRoute({
  getParentRoute: () => app,
  path: '/contacts',
  validateSearch: readContactsSearch,
  beforeLoad: requireUser,
  component: laterPage(
    async () => (await import('#web/features/mailbox/contacts/contacts-page.tsx')).ContactsPage,
  ),
});
const contactsImport = createRoute({
  getParentRoute: () => app,
  path: '/contacts/import',
  beforeLoad: requireUser,
  component: laterPage(
    async () => (await import('#web/features/mailbox/contacts/import-page.tsx')).ImportPage,
  ),
});
const cancellation = createRoute({
  getParentRoute: () => app,
  path: '/cancellation',
  beforeLoad: requireUser,
  component: laterPage(
    async () => (await import('#web/features/customers/cancellation/cancellation-page.tsx')).CancellationPage,
  ),
});
const gallery = createRoute({
  getParentRoute: () => root,
  path: '/ui-gallery',
  component: laterPage(async () => (await import('#web/ui/ui-gallery.tsx')).UiGallery),
});

const tree = root.addChildren([
  start,
  guestTree,
  app.addChildren([
    dashboard,
    inbox,
    compose,
    drafts,
    inboxes,
    contacts,
    contactsImport,
    preferencesTree,
    cancellation,
  ]),
  multifaxTree,
  gallery,
  ...developersRoutes,
  ...operatorRoutes,
]);

/** Creates the router over all routes, under the installation's base path. */
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
