import type { Page } from '@playwright/test';

import { enter } from './mailbox.ts';
import { f2e } from './operator.ts';
import { expect, test } from './product.ts';

const PASSWORD = 'Right-horse-battery-7';
const SAID = 'This page couldn’t be loaded. Check your connection.';

/** Loses the built files of a name from now on, until the network is back; remembers that the page was not loaded anew. */
async function lose(
  page: Page,
  files: RegExp,
): Promise<{ back(): Promise<void>; expectSamePage(): Promise<void> }> {
  await page.evaluate(() => Object.assign(globalThis, { same: true }));
  await page.route(files, async (route) => await route.abort());
  return {
    back: async () => await page.unroute(files),
    expectSamePage: async () => expect(await page.evaluate(() => 'same' in globalThis)).toBe(true),
  };
}

test.beforeEach(({ faults }) => faults.allow(/assets/u, /could not be fetched/u));

for (const what of ['js', 'css'])
  test(`a page whose ${what} could not be fetched says so without a reload, and is whole after another try`, async ({
    page,
    product,
  }) => {
    await enter(page, product, '2125550100', 'dashboard');
    await expect(page.getByRole('link', { name: 'Contacts', exact: true }).first()).toBeVisible();
    const network = await lose(page, new RegExp(`/assets/contacts-page-[^/]+\\.${what}$`, 'u'));
    await page.getByRole('link', { name: 'Contacts', exact: true }).first().click();
    await expect(page.getByText(SAID)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(SAID)).toBeVisible();
    await network.back();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible();
    await network.expectSamePage();
    const sheet = page.locator('link[href*="/assets/contacts-page-"][rel=stylesheet]');
    expect(
      await sheet.evaluateAll((links) => links.map((link) => 'sheet' in link && link.sheet !== null)),
    ).toEqual([true]);
  });

test('a place of the console that could not be fetched leaves the console as it is', async ({
  page,
  product,
}) => {
  await f2e(product, ['operator', 'add', 'lost', '--password-stdin'], `${PASSWORD}\n`);
  await page.goto('operator');
  await page.getByLabel('Name').fill('lost');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const network = await lose(page, /\/assets\/queue-page-[^/]+\.js$/u);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('link', { name: 'Queue' }).click();
  await expect(page.getByText(SAID)).toBeVisible();
  await network.back();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible();
  await network.expectSamePage();
});
