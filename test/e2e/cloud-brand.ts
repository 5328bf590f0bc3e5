import type { Page } from '@playwright/test';

import { ensureAccount, f2e } from './operator.ts';
import { expect } from './product.ts';
import type { RunningProduct } from './product.ts';

const TITLE = 'Cloud Fax';

/** The account of the brand whose people have their own storage. */
export const CLOUD_NUMBER = '2125550351';

/** Returns the address of the brand's pages. Browsers resolve names below «localhost» to this machine. */
export function cloudHome(product: RunningProduct): string {
  const url = new URL(product.baseURL);
  url.hostname = 'cloud.localhost';
  return url.href.replace(/\/$/u, '');
}

/** Creates a brand with Egnyte and SFTP, and an account in it, once. */
export async function ensureCloudBrand(product: RunningProduct): Promise<void> {
  const { brands } = await f2e(product, ['brand', 'list']);
  if ((brands as { title: string }[]).some(({ title }) => title === TITLE)) return;
  const words = ['--domain', 'cloud.localhost', '--title', TITLE, '--egnyte'];
  const { hid } = await f2e(product, ['brand', 'add', TITLE, ...words]);
  await f2e(product, ['brand', 'set', String(hid), 'sftp_enabled=1']);
  await ensureAccount(product, CLOUD_NUMBER, ['--brand', String(hid)], 'cloud.localhost');
}

/** Fills in the form with number and password, on any page. */
export async function fillLogin(page: Page, password: string): Promise<void> {
  await page.getByLabel('Fax number').fill(CLOUD_NUMBER);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs in on the brand's own pages. */
export async function signInToCloud(page: Page, product: RunningProduct): Promise<void> {
  await page.goto(`${cloudHome(product)}/login`);
  await fillLogin(page, product.password);
  await expect(page).toHaveURL(/\/(dashboard|inbox)/u);
}

/** Receives a fax for the account, as if from a line. */
export async function receiveFax(product: RunningProduct, file: string): Promise<string> {
  const arrived = await f2e(product, ['fax', 'receive-test', '--to', CLOUD_NUMBER, file]);
  return String(arrived['fid']);
}
