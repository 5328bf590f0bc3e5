import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { requireMultifax } from './route-guards.ts';

const multifax = createRoute({
  getParentRoute: () => root,
  id: 'multifax',
  beforeLoad: requireMultifax,
  component: lazyRouteComponent(() => import('./multifax-shell.tsx'), 'MultifaxShell'),
});
const multifaxAccounts = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/configure-fax-accounts',
  component: lazyRouteComponent(
    () => import('./features/multifax/accounts/accounts-page.tsx'),
    'AccountsPage',
  ),
});
const multifaxUsage = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/usage',
  component: lazyRouteComponent(() => import('./features/multifax/usage/usage-page.tsx'), 'UsagePage'),
});
const multifaxStorage = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/external-storage',
  component: lazyRouteComponent(() => import('./features/multifax/storage/storage-page.tsx'), 'StoragePage'),
});
const multifaxSecurity = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/account-security',
  component: lazyRouteComponent(() => import('./multifax-security-screen.tsx'), 'MultifaxSecurityScreen'),
});

const multifaxActivity = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/activity',
  component: lazyRouteComponent(
    () => import('./features/multifax/activity/activity-page.tsx'),
    'ActivityPage',
  ),
});

/** The pages of an administrator (ROUTE-14). */
export const multifaxTree = multifax.addChildren([
  multifaxAccounts,
  multifaxUsage,
  multifaxStorage,
  multifaxSecurity,
  multifaxActivity,
]);
