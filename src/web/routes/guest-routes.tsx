import { createRoute } from '@tanstack/react-router';

import { SIGN_ON_FAULTS } from '#contract/identity/single-sign-on.ts';
import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import { readEgnyteSearch } from '#web/features/faxes/egnyte/read-search.ts';
import { readMultifaxLoginSearch } from '#web/features/identity/sessions/multifax-login-search.ts';
import { readResetSearch } from '#web/features/identity/sessions/reset-link.ts';
import { root } from './root-route.tsx';
import { acceptAutoLogin, endSession } from './route-guards.ts';
import { laterPage } from '#web/ui/later.tsx';

const guest = createRoute({
  getParentRoute: () => root,
  id: 'guest',
  component: laterPage(async () => (await import('#web/shell/guest-shell.tsx')).GuestShell),
});
const login = createRoute({
  getParentRoute: () => guest,
  path: '/login',
  validateSearch: (raw): { error?: '1'; step?: '1'; link?: 'used' } => ({
    ...(String(raw['error']) === '1' ? { error: '1' } : {}),
    ...(String(raw['step']) === '1' ? { step: '1' } : {}),
    ...(raw['link'] === 'used' ? { link: 'used' } : {}),
  }),
  beforeLoad: endSession,
  component: laterPage(
    async () => (await import('#web/features/identity/sessions/login-page.tsx')).LoginPage,
  ),
});
const emailLogin = createRoute({
  getParentRoute: () => guest,
  path: '/login/email',
  validateSearch: (raw): { sso?: SignOnFault } => {
    const fault = SIGN_ON_FAULTS.find((known) => known === raw['sso']);
    return fault === undefined ? {} : { sso: fault };
  },
  beforeLoad: endSession,
  component: laterPage(
    async () => (await import('#web/features/identity/sessions/login-page.tsx')).EmailLoginPage,
  ),
});
const organizationLogin = createRoute({
  getParentRoute: () => guest,
  path: '/login/organization',
  component: laterPage(
    async () =>
      (await import('#web/features/identity/sessions/organization-login-page.tsx')).OrganizationLoginPage,
  ),
});
const join = createRoute({
  getParentRoute: () => guest,
  path: '/join',
  validateSearch: (raw): { token?: string } =>
    typeof raw['token'] === 'string' ? { token: raw['token'] } : {},
  component: laterPage(async () => (await import('#web/features/identity/people/join-page.tsx')).JoinPage),
});
const forgot = createRoute({
  getParentRoute: () => guest,
  path: '/forgot-password',
  validateSearch: (raw): { by?: 'email' } => (raw['by'] === 'email' ? { by: 'email' } : {}),
  component: laterPage(
    async () => (await import('#web/features/identity/sessions/forgot-page.tsx')).ForgotPage,
  ),
});
const reset = createRoute({
  getParentRoute: () => guest,
  path: '/reset-password',
  validateSearch: readResetSearch,
  component: laterPage(
    async () => (await import('#web/features/identity/sessions/reset-page.tsx')).ResetPage,
  ),
});
const verify = createRoute({
  getParentRoute: () => guest,
  path: '/verify',
  validateSearch: readResetSearch,
  component: laterPage(
    async () => (await import('#web/features/identity/sessions/verify-page.tsx')).VerifyPage,
  ),
});

const multifaxLogin = createRoute({
  getParentRoute: () => guest,
  path: '/multifax/login',
  validateSearch: readMultifaxLoginSearch,
  beforeLoad: acceptAutoLogin,
  component: laterPage(
    async () => (await import('#web/features/identity/sessions/multifax-login-page.tsx')).MultifaxLoginPage,
  ),
});
const continueAs = createRoute({
  getParentRoute: () => guest,
  path: '/continue-as',
  component: laterPage(
    async () => (await import('#web/features/identity/sessions/continue-as-page.tsx')).ContinueAsPage,
  ),
});
const brandPreview = createRoute({
  getParentRoute: () => guest,
  path: '/brand-preview',
  component: laterPage(
    async () => (await import('#web/features/brands/preview/brand-preview-page.tsx')).BrandPreviewPage,
  ),
});
const cancelFax = createRoute({
  getParentRoute: () => guest,
  path: '/cancel-fax',
  validateSearch: (raw): { key?: string } => (typeof raw['key'] === 'string' ? { key: raw['key'] } : {}),
  component: laterPage(
    async () => (await import('#web/features/gateways/email-to-fax/cancel-fax-page.tsx')).CancelFaxPage,
  ),
});
const confirmAddress = createRoute({
  getParentRoute: () => guest,
  path: '/confirm-address',
  validateSearch: (raw): { key?: string } => (typeof raw['key'] === 'string' ? { key: raw['key'] } : {}),
  component: laterPage(
    async () =>
      (await import('#web/features/customers/subaccounts/confirm-address-page.tsx')).ConfirmAddressPage,
  ),
});

const egnyteConnect = createRoute({
  getParentRoute: () => guest,
  path: '/egnyte/connect',
  validateSearch: readEgnyteSearch,
  component: laterPage(
    async () => (await import('#web/features/faxes/egnyte/connect-page.tsx')).EgnyteConnectPage,
  ),
});
const egnyteInfo = createRoute({
  getParentRoute: () => guest,
  path: '/egnyte/info',
  validateSearch: readEgnyteSearch,
  component: laterPage(async () => (await import('#web/features/faxes/egnyte/info-page.tsx')).EgnyteInfoPage),
});
const egnyteSend = createRoute({
  getParentRoute: () => guest,
  path: '/egnyte/send-fax',
  validateSearch: readEgnyteSearch,
  component: laterPage(async () => (await import('#web/features/faxes/egnyte/send-page.tsx')).EgnyteSendPage),
});
/** The pages for people who are not signed in. */
export const guestTree = guest.addChildren([
  login,
  emailLogin,
  organizationLogin,
  join,
  multifaxLogin,
  forgot,
  reset,
  verify,
  cancelFax,
  confirmAddress,
  continueAs,
  brandPreview,
  egnyteConnect,
  egnyteInfo,
  egnyteSend,
]);
