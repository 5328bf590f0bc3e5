import type { Page } from '@playwright/test';
import { enter, expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';

// With the service worker, as in a person's browser.
test.use({ serviceWorkers: 'allow' });

const OWNER = '2125550601';

const path = (page: Page) => new URL(page.url()).pathname;

/** Pages of the preferences that everybody has, with their headings. */
const PREFERENCES = {
  general: 'General',
  appearance: 'Appearance',
  notifications: 'Notifications',
  'email-to-fax': 'Email to fax',
  'cover-page': 'Cover page',
  'keyboard-shortcuts': 'Keyboard shortcuts',
  'account-security': 'Security',
  people: 'People',
  activity: 'Activity',
  subaccounts: 'Subaccounts',
  'blocked-numbers': 'Blocked numbers',
  'api-keys': 'API keys',
  webhooks: 'Webhooks',
} as const;

const MULTIFAX = [
  'configure-fax-accounts',
  'usage',
  'external-storage',
  'api-keys',
  'webhooks',
  'single-sign-on',
  'provisioning',
];

const PROTECTED = [
  'dashboard',
  'inbox',
  'inbox/compose',
  'contacts',
  'contacts/import',
  'preferences',
  ...Object.keys(PREFERENCES).map((page) => `preferences/${page}`),
  'preferences/sftp-storage',
  'preferences/engnyte-storage',
  'cancellation',
  ...MULTIFAX.map((page) => `multifax/${page}`),
];

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, OWNER);
});

test('[ROUTE-04] [ROLE-01] every other page leads to the login page when nobody is signed in', async ({
  page,
}) => {
  for (const address of PROTECTED) {
    await page.goto(address);
    await expect(page.getByLabel('Fax number')).toBeVisible();
    expect([address, path(page)]).toEqual([address, '/login']);
  }
});

/** Pages that need no login, each with its heading. */
const GUEST = {
  login: 'Log in',
  'multifax/login': 'Administrator login',
  'forgot-password': 'Forgot your password?',
  'reset-password?token=x': /./u,
  'verify?id=1&key=x': /./u,
  'egnyte/connect?token=t&save_url=https://a.egnyte.com/s&domain=a.egnyte.com': /./u,
  'egnyte/info?message=Hello': /./u,
  'egnyte/send-fax?task_id=x': /./u,
  'cancel-fax?key=x': /./u,
};

/** The pages of an account, each with its heading. */
const ACCOUNT = {
  dashboard: /20\d\d/u,
  inbox: 'Inbox',
  'inbox/compose': 'New fax',
  contacts: 'Contacts',
  'contacts/import': 'Import contacts',
  ...Object.fromEntries(Object.entries(PREFERENCES).map(([page, title]) => [`preferences/${page}`, title])),
  'preferences/sftp-storage': 'SFTP storage',
  'preferences/engnyte-storage': 'Cloud storage',
  cancellation: 'Service',
};

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/** Opens each page and checks its accessibility: in light, in dark, and on a phone. */
async function walk(page: Page, places: Readonly<Record<string, string | RegExp>>): Promise<void> {
  for (const [address, heading] of Object.entries(places)) {
    await test.step(address, async () => {
      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(heading);
      expect(path(page)).toBe(`/${address.replace(/\?.*/u, '')}`);
      // Nothing is loading any more.
      await expect(page.locator('.sk, .prefs-wait')).toHaveCount(0);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      // Only colors differ in dark mode.
      await expectAccessible(page, ['color-contrast']);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize(PHONE);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expectNoSideScroll(page);
      await expectAccessible(page);
    });
  }
}

test('[ROUTE-03] the pages for guests open without a session, and can be used by everybody', async ({
  page,
  faults,
}) => {
  test.setTimeout(300_000);
  faults.allow(/^4\d\d: /u, /^console: call failed: 4/u);
  const chosen = { id: '1', name: 'order.pdf', path: '/Shared/order.pdf', type: 'pdf', size: 2048 };
  await page.route('**/egnyte/getFiles.json*', async (route) => {
    const data = { faxnumber: OWNER, username: 'jane', domain: 'acme', files: [chosen] };
    await route.fulfill({ json: { data } });
  });
  await walk(page, GUEST);
});

test('[ROUTE-11] [ROUTE-12] [ROUTE-13] [ROUTE-16] [ROLE-01] every page of an account is at its address, and can be used by everybody', async ({
  page,
  product,
}) => {
  test.setTimeout(400_000);
  await enter(page, product, OWNER);
  await walk(page, ACCOUNT);
});

test('[ROUTE-10] the preferences begin with General; a phone has their list', async ({ page, product }) => {
  await enter(page, product, OWNER, 'preferences');
  await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible();
  expect(path(page)).toBe('/preferences/general');
  await page.setViewportSize(PHONE);
  await page.goto('preferences');
  await expect(page.getByRole('heading', { name: 'Preferences', level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('the pages of an administrator can be used by everybody', async ({ page, product }) => {
  await page.goto('multifax/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(/configure-fax-accounts$/u);
  await walk(page, Object.fromEntries(MULTIFAX.map((name) => [`multifax/${name}`, /./u])));
});

test('[ROUTE-08] [ROUTE-09] contacts: the list, and the import below it', async ({ page, product }) => {
  await enter(page, product, OWNER, 'contacts');
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  expect(path(page)).toBe('/contacts');
  await page.goto('contacts/import');
  await expect(page.getByRole('heading', { name: 'Import contacts', level: 1 })).toBeVisible();
  expect(path(page)).toBe('/contacts/import');
});
