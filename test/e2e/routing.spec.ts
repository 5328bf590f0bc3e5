import type { Page } from '@playwright/test';

import { startProduct } from '../start-product.ts';
import type { Product } from '../start-product.ts';
import { enter, expectNoSideScroll, signIn } from './mailbox.ts';
import { expect, test } from './product.ts';

// With the service worker, as in a person's browser.
test.use({ serviceWorkers: 'allow' });

/** Places that need a session. */
const PLACES = ['dashboard', 'inbox', 'inbox?folder=Sent', 'inbox/compose'];

const path = (page: Page) => new URL(page.url()).pathname;

test('[ROUTE-02] an unknown path leads to the login page', async ({ page }) => {
  for (const unknown of ['nope', 'inbox/nope', 'a/b/c']) {
    await page.goto(unknown);
    await expect.poll(() => path(page)).toBe('/login');
  }
});

test('every place of the mailbox leads to the login page when nobody is signed in', async ({ page }) => {
  for (const place of PLACES) {
    await page.goto(place);
    await expect.poll(() => path(page)).toBe('/login');
  }
});

test('[ROUTE-05] [ROUTE-07] the dashboard and the new fax have addresses of their own', async ({
  page,
  product,
}) => {
  await enter(page, product, '2125550100');
  for (const place of ['/dashboard', '/inbox/compose']) {
    await page.goto(`.${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(path(page)).toBe(place);
  }
});

/** The URLs that the page fetched with GET, in order, without the parameter that prevents caching. */
const FETCHED = `performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  .filter(({ pathname }) => !pathname.endsWith('getFaxFile'))
  .map(({ pathname, search }) => pathname + search.replace(/&?time=\\d+/, ''))`;

test('the page names the files of its address at once, and nothing is asked for twice', async ({
  page,
  product,
}) => {
  await enter(page, product, '2125550100');
  await workerTakesOver(page);
  for (const [place, last] of [
    ['inbox', 'inbox-page'],
    ['dashboard', 'dashboard-page'],
  ]) {
    const served = await page.request.get(`./${place}`).then((answer) => answer.text());
    expect(served).toMatch(new RegExp(`<link rel="modulepreload" crossorigin href="assets/${last}-`));
    await page.goto(`./${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const fetched = await page.evaluate<string[]>(FETCHED);
    expect(fetched.filter((one, at) => fetched.indexOf(one) !== at)).toEqual([]);
    expect(fetched.some((one) => one.includes(`/${last}-`))).toBe(true);
  }
});

/** Waits for the service worker to take control: if it does so while a page loads, the page fetches its files again. */
async function workerTakesOver(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const { promise, resolve } = Promise.withResolvers<void>();
    serviceWorker.addEventListener('controllerchange', () => resolve());
    if (serviceWorker.controller === null) await promise;
  });
}

test('[ROUTE-06] [INBOX-11] the inbox opens the folder that its address names, and the Inbox otherwise', async ({
  page,
  product,
}) => {
  await enter(page, product, '2125550100');
  for (const folder of ['Inbox', 'Outbox', 'Sent', 'Archive']) {
    await page.goto(`inbox?folder=${folder}`);
    await expect(page.getByRole('heading', { name: folder, exact: true })).toBeVisible();
  }
  for (const address of ['inbox', 'inbox?folder=Nowhere']) {
    const list = page.waitForRequest((request) => request.url().includes('SSPFaxArchive.json'));
    await page.goto(address);
    await list;
    await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible();
  }
});

test('[AUTH-02] [AUTH-08] logging in sets the stored token, logging out clears it and ends the session', async ({
  page,
  product,
}) => {
  const stored = async () =>
    await page.evaluate(() =>
      Object.keys(localStorage)
        .map((key) => localStorage.getItem(key))
        .join(),
    );
  await page.goto('login');
  const before = await stored();
  await signIn(page, product, '2125550100');
  await expect.poll(stored).not.toBe(before);
  const cookies = await page.context().cookies();
  await page.getByRole('button', { name: /212-555-0100/ }).click();
  await page.getByRole('menuitem', { name: /log out/i }).click();
  await expect.poll(() => path(page)).toBe('/login');
  await expect.poll(stored).toBe(before);
  await page.context().addCookies(cookies);
  expect((await page.request.get('api/checkAuthToken')).status()).toBe(401);
  await page.goto('dashboard');
  await expect.poll(() => path(page)).toBe('/login');
});

test('[MOB-13] no page scrolls sideways at 360 px', async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('login');
  await expectNoSideScroll(page);
  await enter(page, product, '2125550100');
  for (const place of [...PLACES, 'inbox?folder=Outbox', 'inbox?folder=Archive']) {
    await page.goto(place);
    await expect(page.getByRole('main')).toBeVisible();
    await expectNoSideScroll(page);
  }
});

test.describe('below a base path', () => {
  let based: Product;
  test.beforeAll(async () => {
    based = await startProduct({ env: { F2E_PUBLIC_PATH: '/fax' } });
  });
  test.afterAll(async () => {
    await based.stop();
  });

  test('[ROUTE-01] [BRAND-12] the whole product lives under /fax, deep links and reloads included; only the new-panel flag is asked for at the root', async ({
    page,
  }) => {
    expect(based.baseURL).toMatch(/\/fax$/);
    const origin = new URL(based.baseURL).origin;
    const flag = page.waitForResponse(/ajaxisnewpanelenabled/u);
    await page.goto(`${based.baseURL}/login`);
    const asked = await flag;
    expect(new URL(asked.url()).pathname).toBe('/ajax/ajaxisnewpanelenabled.php');
    expect(await asked.json()).toEqual({ status: true });
    await page.getByLabel('Fax number').fill('2125550100');
    await page.getByLabel('Password', { exact: true }).fill(based.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect.poll(() => path(page)).toBe('/fax/dashboard');
    await page.goto(`${based.baseURL}/inbox?folder=Sent`);
    await expect(page.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible();
    await page.getByRole('option').first().click();
    await expect(page.locator('img[src*="prev1.gif"]').first()).toBeVisible();
    await page.reload();
    await expect(page.locator('img[src*="prev1.gif"]').first()).toBeVisible();
    expect((await page.request.get(`${origin}/api/faxui/getBrandingPerDomain.json`)).status()).toBe(404);
  });

  test('[LOGIN-09] [BRAND-02] an account of another brand is handed over to its own domain and lands there logged in', async ({
    page,
  }) => {
    const port = new URL(based.baseURL).port;
    await based.f2e([
      'brand',
      'add',
      'Other',
      '--domain',
      'other.localhost',
      '--title',
      'Other Fax',
      '--json',
    ]);
    const { brands } = JSON.parse((await based.f2e(['brand', 'list', '--json'])).stdout) as {
      brands: { hid: string; title: string }[];
    };
    const hid = brands.find(({ title }) => title === 'Other Fax')?.hid ?? '';
    const added = await based.f2e(
      [
        'account',
        'add',
        '--brand',
        hid,
        '--number',
        '2125550333',
        '--email',
        'o@example.com',
        '--password-stdin',
        '--json',
      ],
      `${based.password}\n`,
    );
    expect(added.status).toBe(0);
    await page.goto(`${based.baseURL}/login`);
    await expect(page).toHaveTitle(/Fax-to-Email/);
    await page.getByLabel('Fax number').fill('2125550333');
    await page.getByLabel('Password', { exact: true }).fill(based.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`http://other.localhost:${port}/fax/dashboard`);
    await expect(page).toHaveTitle(/Other Fax/);
    await expect(page.getByRole('button', { name: /212-555-0333/ })).toBeVisible();
  });
});
