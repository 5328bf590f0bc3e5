import type { Page } from '@playwright/test';
import { expect } from './product.ts';
import type { RunningProduct } from './product.ts';

/** Logs a page in as the demonstration's administrator. */
export async function signInAdministrator(page: Page, product: RunningProduct): Promise<void> {
  await page.goto('multifax/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Fax accounts' })).toBeVisible();
}

/** Chooses the first of a select's choices that can be made. */
export async function chooseFirst(page: Page, label: string): Promise<void> {
  const select = page.getByLabel(label, { exact: true });
  const choice = select.locator('option:not([disabled])').nth(1);
  await expect(choice).toBeAttached();
  await select.selectOption({ value: (await choice.getAttribute('value')) ?? '' });
}
