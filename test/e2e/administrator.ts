import type { Page } from '@playwright/test';
import { expect } from './product.ts';
import type { RunningProduct } from './product.ts';

/** Logs a page in as an administrator with the product's password, by default the demonstration's administrator. */
export async function signInAdministrator(
  page: Page,
  product: RunningProduct,
  username = 'admin',
): Promise<void> {
  await page.goto('multifax/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Fax accounts' })).toBeVisible();
}

/** Chooses the first enabled option of a select. */
export async function chooseFirst(page: Page, label: string): Promise<void> {
  const select = page.getByLabel(label, { exact: true });
  const choice = select.locator('option:not([disabled])').nth(1);
  await expect(choice).toBeAttached();
  await select.selectOption({ value: (await choice.getAttribute('value')) ?? '' });
}
