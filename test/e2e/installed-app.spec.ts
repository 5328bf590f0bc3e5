import type { Page } from '@playwright/test';

import { cutWire } from '../cut-wire.ts';
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
  // A cut connection affects the page and its worker alike; the browser's own “offline” may miss the worker.
  const { hostname, port, pathname } = new URL(product.baseURL);
  const wire = await cutWire({ host: hostname, port: Number(port) });
  const baseURL = `http://${hostname}:${wire.port}${pathname.replace(/\/$/u, '')}`;
  await enter(page, { ...product, baseURL }, OWNER, `${baseURL}/dashboard`);
  await expect(account(page)).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.goto(`${baseURL}/inbox`);
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true }).first()).toBeVisible();
  wire.cut();
  await page.goto(`${baseURL}/dashboard`);
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await wire.mend();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(account(page)).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.length).toBeGreaterThan(2);
  expect(kept.filter((path) => !/^\/(?:assets\/.+|offline(?:\.css|-font\.woff2)?)$/u.test(path))).toEqual([]);
  wire.close();
});
