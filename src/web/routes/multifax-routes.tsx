import { createRoute } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { requireMultifax } from './route-guards.ts';
import { laterPage } from '#web/ui/later.tsx';

const multifax = createRoute({
  getParentRoute: () => root,
  id: 'multifax',
  beforeLoad: requireMultifax,
  component: laterPage(async () => (await import('#web/shell/multifax-shell.tsx')).MultifaxShell),
});
const multifaxAccounts = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/configure-fax-accounts',
  component: laterPage(
    async () =>
      (await import('#web/features/customers/administrators/accounts/accounts-page.tsx')).AccountsPage,
  ),
});
const multifaxUsage = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/usage',
  component: laterPage(
    async () => (await import('#web/features/customers/administrators/usage/usage-page.tsx')).UsagePage,
  ),
});
const multifaxStorage = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/external-storage',
  component: laterPage(
    async () => (await import('#web/features/customers/administrators/storage/storage-page.tsx')).StoragePage,
  ),
});
const multifaxSecurity = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/account-security',
  component: laterPage(async () => (await import('./multifax-security-screen.tsx')).MultifaxSecurityScreen),
});

const multifaxApiKeys = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/api-keys',
  component: laterPage(async () => (await import('./multifax-api-keys-screen.tsx')).MultifaxApiKeysScreen),
});
const multifaxWebhooks = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/webhooks',
  component: laterPage(async () => (await import('./multifax-webhooks-screen.tsx')).MultifaxWebhooksScreen),
});
const multifaxWebhookLog = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/webhooks/$id',
  component: laterPage(async () => (await import('./webhook-log-screens.tsx')).MultifaxWebhookLogScreen),
});

const multifaxProvisioning = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/provisioning',
  component: laterPage(
    async () => (await import('./multifax-provisioning-screen.tsx')).MultifaxProvisioningScreen,
  ),
});
const multifaxSingleSignOn = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/single-sign-on',
  component: laterPage(
    async () => (await import('./multifax-single-sign-on-screen.tsx')).MultifaxSingleSignOnScreen,
  ),
});
const multifaxPeople = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/people',
  component: laterPage(async () => (await import('./multifax-people-screen.tsx')).MultifaxPeopleScreen),
});

const multifaxActivity = createRoute({
  getParentRoute: () => multifax,
  path: '/multifax/activity',
  component: laterPage(
    async () =>
      (await import('#web/features/customers/administrators/activity/activity-page.tsx')).ActivityPage,
  ),
});

/** The pages of an administrator (ROUTE-14). */
export const multifaxTree = multifax.addChildren([
  multifaxAccounts,
  multifaxUsage,
  multifaxStorage,
  multifaxSecurity,
  multifaxApiKeys,
  multifaxWebhooks,
  multifaxWebhookLog,
  multifaxSingleSignOn,
  multifaxProvisioning,
  multifaxPeople,
  multifaxActivity,
]);
