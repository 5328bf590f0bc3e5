import type { Page } from '@playwright/test';
import { signIn } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550601';

const path = (page: Page) => new URL(page.url()).pathname;

/** Pages of the preferences that everybody has, with their headings. */
const PREFERENCES = {
  general: 'General',
  'cover-page': 'Cover page',
  'keyboard-shortcuts': 'Keyboard shortcuts',
  'account-security': 'Account security',
  subaccounts: 'Subaccounts',
  'blocked-numbers': 'Blocked numbers',
} as const;

const MULTIFAX = ['configure-fax-accounts', 'usage', 'external-storage'];

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

test('[ROUTE-04] every other page leads to the login page when nobody is signed in', async ({ page }) => {
  for (const address of PROTECTED) {
    await page.goto(address);
    await expect(page.getByLabel('Fax number')).toBeVisible();
    expect([address, path(page)]).toEqual([address, '/login']);
  }
});

test('[ROUTE-08] [ROUTE-09] contacts: the list, and the import below it', async ({ page, product }) => {
  await signIn(page, product, OWNER);
  await page.goto('contacts');
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  expect(path(page)).toBe('/contacts');
  await page.goto('contacts/import');
  await expect(page.getByRole('heading', { name: 'Import contacts', level: 1 })).toBeVisible();
  expect(path(page)).toBe('/contacts/import');
});
