import type { Page } from '@playwright/test';

import { enter } from './mailbox.ts';
import { expect, test } from './product.ts';

test.use({ serviceWorkers: 'allow' });

const OWNER = '2125550100';

const account = (page: Page) => page.getByRole('button', { name: /212-555-0100/u });

test('the installed app keeps built files and one page for when there is no network, and no fax', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/./u);
  await enter(page, product, OWNER, 'dashboard');
  await expect(account(page)).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.goto('inbox');
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true }).first()).toBeVisible();
  await page.context().setOffline(true);
  await page.goto('dashboard');
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(account(page)).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.length).toBeGreaterThan(2);
  expect(kept.filter((path) => !/^\/(?:assets\/.+|offline(?:\.css|-font\.woff2)?)$/u.test(path))).toEqual([]);
});
