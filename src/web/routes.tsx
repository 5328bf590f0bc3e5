import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  redirect,
} from '@tanstack/react-router';
import { checkAuthToken, logout } from '#contract/session.ts';
import { Root } from './root.tsx';
import { PageFailed } from './features/shell/page-failed.tsx';
import { readResetSearch } from './features/session/reset-link.ts';
import { callApi, forgetTokenCheck } from './kit/call-api.ts';
import { readContactsSearch } from './kit/contacts-search.ts';
import { readInboxSearch } from './kit/inbox-search.ts';
import { publicPath } from './kit/page-config.ts';
import { isNarrow, landing } from './kit/screen.ts';
import { clearSession, currentSession, openSession } from './kit/session-store.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whether the shell shows its footer under the page; pages with panes have none. */
    footer?: boolean;
  }
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}

/** Every other page needs the stored token (D1 §2). */
function requireSession(): void {
  if (!currentSession().token) throw redirect({ to: '/login', replace: true });
}

/** A login that came from another brand's domain: the cookie is set, the flag is not yet (contract 1.7). */
async function acceptHandoff({ search }: { search: { handoff?: true } }): Promise<void> {
  if (search.handoff !== true) return;
  const { node } = await callApi(checkAuthToken);
  openSession(node);
  throw redirect({ to: landing(), search: {}, replace: true });
}

/** The login page ends whatever session there was (D1 §2). */
function endSession(): void {
  if (!currentSession().token) return;
  clearSession();
  forgetTokenCheck();
  // The flag is gone either way; a server that is away ends the session by itself later.
  void callApi(logout).catch(() => undefined);
}

const root = createRootRoute({ component: Root, notFoundComponent: () => <Navigate replace to="/login" /> });
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: currentSession().token ? landing() : '/login', replace: true });
  },
});

const guest = createRoute({
  getParentRoute: () => root,
  id: 'guest',
  component: lazyRouteComponent(() => import('./guest-shell.tsx'), 'GuestShell'),
});
const login = createRoute({
  getParentRoute: () => guest,
  path: '/login',
  validateSearch: (raw): { error?: '1' } => (String(raw['error']) === '1' ? { error: '1' } : {}),
  beforeLoad: endSession,
  component: lazyRouteComponent(() => import('./features/session/login-page.tsx'), 'LoginPage'),
});
const forgot = createRoute({
  getParentRoute: () => guest,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./features/session/forgot-page.tsx'), 'ForgotPage'),
});
const reset = createRoute({
  getParentRoute: () => guest,
  path: '/reset-password',
  validateSearch: readResetSearch,
  component: lazyRouteComponent(() => import('./features/session/reset-page.tsx'), 'ResetPage'),
});
const verify = createRoute({
  getParentRoute: () => guest,
  path: '/verify',
  validateSearch: readResetSearch,
  component: lazyRouteComponent(() => import('./features/session/verify-page.tsx'), 'VerifyPage'),
});

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('./app-shell.tsx'), 'AppShell'),
});
const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  staticData: { footer: true },
  validateSearch: (raw): { handoff?: true } => (String(raw['handoff']) === '1' ? { handoff: true } : {}),
  beforeLoad: async (context) => {
    await acceptHandoff(context);
    requireSession();
  },
  component: lazyRouteComponent(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});
const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  validateSearch: readInboxSearch,
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./features/inbox/inbox-page.tsx'), 'InboxPage'),
});
const compose = createRoute({
  getParentRoute: () => app,
  path: '/inbox/compose',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./compose-screen.tsx'), 'ComposeScreen'),
});
const contacts = createRoute({
  getParentRoute: () => app,
  path: '/contacts',
  validateSearch: readContactsSearch,
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./features/contacts/contacts-page.tsx'), 'ContactsPage'),
});
const contactsImport = createRoute({
  getParentRoute: () => app,
  path: '/contacts/import',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./features/contacts/import-page.tsx'), 'ImportPage'),
});
const preferences = createRoute({
  getParentRoute: () => app,
  path: '/preferences',
  beforeLoad: requireSession,
  component: lazyRouteComponent(
    () => import('./features/preferences/preferences-page.tsx'),
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
    () => import('./features/preferences/preferences-menu.tsx'),
    'PreferencesMenu',
  ),
});
const generalPreferences = createRoute({
  getParentRoute: () => preferences,
  path: 'general',
  component: lazyRouteComponent(
    () => import('./features/preferences/general/general-page.tsx'),
    'GeneralPage',
  ),
});
const shortcuts = createRoute({
  getParentRoute: () => preferences,
  path: 'keyboard-shortcuts',
  component: lazyRouteComponent(
    () => import('./features/preferences/shortcuts/shortcuts-page.tsx'),
    'ShortcutsPage',
  ),
});
const accountSecurity = createRoute({
  getParentRoute: () => preferences,
  path: 'account-security',
  component: lazyRouteComponent(
    () => import('./features/preferences/account-security/account-security-page.tsx'),
    'AccountSecurityPage',
  ),
});
const blockedNumbers = createRoute({
  getParentRoute: () => preferences,
  path: 'blocked-numbers',
  component: lazyRouteComponent(
    () => import('./features/preferences/blocked-numbers/blocked-page.tsx'),
    'BlockedPage',
  ),
});
const subaccounts = createRoute({
  getParentRoute: () => preferences,
  path: 'subaccounts',
  component: lazyRouteComponent(
    () => import('./features/preferences/subaccounts/subaccounts-page.tsx'),
    'SubaccountsPage',
  ),
});
const preferencesTree = preferences.addChildren([
  preferencesMenu,
  generalPreferences,
  shortcuts,
  accountSecurity,
  blockedNumbers,
  subaccounts,
]);
const cancellation = createRoute({
  getParentRoute: () => app,
  path: '/cancellation',
  beforeLoad: requireSession,
  component: lazyRouteComponent(
    () => import('./features/cancellation/cancellation-page.tsx'),
    'CancellationPage',
  ),
});
const gallery = createRoute({
  getParentRoute: () => root,
  path: '/ui-gallery',
  component: lazyRouteComponent(() => import('./ui/ui-gallery.tsx'), 'UiGallery'),
});

const tree = root.addChildren([
  start,
  guest.addChildren([login, forgot, reset, verify]),
  app.addChildren([dashboard, inbox, compose, contacts, contactsImport, preferencesTree, cancellation]),
  gallery,
]);

/** The router over all routes, under the installation's base path. */
export function makeRouter() {
  return createRouter({
    routeTree: tree,
    basepath: publicPath === '' ? '/' : publicPath,
    defaultErrorComponent: PageFailed,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}
