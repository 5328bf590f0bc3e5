import type { Page } from '@playwright/test';

import { lastMail } from '../mails.ts';
import { f2e } from './operator.ts';
import { expect, test } from './product.ts';
import type { RunningProduct } from './product.ts';
import { HARBOR, MEADOW, ensureBrand, homeOf } from './two-brands.ts';
import type { SampleBrand } from './two-brands.ts';
import { wordsOf } from './words.ts';

let harbor = '';
let meadow = '';
test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  harbor = await ensureBrand(product, HARBOR);
  meadow = await ensureBrand(product, MEADOW);
});

const logIn = async (page: Page, product: RunningProduct, host: SampleBrand, number: string) => {
  await page.goto(`${homeOf(product, host)}/login`);
  await page.getByLabel('Fax number').fill(number);
  await page.getByLabel('Password', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: 'Log in' }).click();
};
const BRANDING_FIELDS =
  'hid lang gid logo top_banner title protocol favicon onetrust_token ga_id use_new_ui egnyte'.split(' ');
const account = (page: Page) => page.getByRole('button', { name: /212-555-034/u });

test('[BRAND-01] [BRAND-02] [BRAND-10] [BRAND-11] [BRAND-14] two brands at once: each host has its own title, logo, colour, icon, words', async ({
  browser,
  product,
}) => {
  for (const brand of [HARBOR, MEADOW]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const answered = page.waitForResponse('**/getBrandingPerDomain.json*');
    await page.goto(`${homeOf(product, brand)}/login`);
    const answer = await answered;
    expect(new URL(answer.url()).searchParams.get('fax_domain')).toBe(brand.domain);
    const data = (await answer.json()) as Record<string, unknown>;
    for (const field of BRANDING_FIELDS) expect(data).toHaveProperty(field);
    expect(data).toMatchObject({ title: brand.title, egnyte: { isEgnyte: false } });
    await expect(page).toHaveTitle(`Log in – ${brand.title}`);
    await expect(page.getByText(brand.lead)).toBeVisible();
    const logo = page.getByRole('img', { name: brand.title });
    await expect
      .poll(async () => await logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const color = async () =>
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
    expect(await color()).toBe(brand.color);
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(
      /\/brand\/\d+\/favicon\.svg\?v=/u,
    );
    await logIn(page, product, brand, brand.number);
    await expect(
      page.getByRole('link', { name: `${brand.title}: dashboard` }).getByRole('img'),
    ).toHaveAttribute('src', /banner\.svg/u);
    const banner = page.getByRole('link', { name: `${brand.title}: dashboard` }).getByRole('img');
    await expect.poll(async () => (await banner.boundingBox())?.width).toBeGreaterThan(100);
    await page.goto(`${homeOf(product, brand)}/multifax/login`);
    await expect(page.getByRole('img', { name: brand.title })).toBeVisible();
    await context.close();
  }
});

test('the operator’s preview shows a brand’s look, words, language and help before its domain leads here', async ({
  page,
  product,
}) => {
  const { url } = await f2e(product, ['brand', 'preview', harbor]);
  // The command prints the configured origin, which lacks the test's own port.
  const { pathname, search } = new URL(String(url));
  await page.goto(`${pathname.slice(1)}${search}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Preview of ${HARBOR.title}`);
  for (const look of ['Light', 'Dark']) {
    const sample = page.getByRole('region', { name: look });
    await expect(sample.getByText(HARBOR.lead)).toBeVisible();
    await expect(sample.getByRole('img', { name: HARBOR.title }).first()).toBeVisible();
    await expect(sample.getByText('Archive')).toBeVisible();
    await expect(sample.getByText('Sending')).toBeVisible();
  }
  await expect(page.getByRole('definition').first()).toHaveText('English');
  await expect(page.getByRole('link', { name: `https://help.${HARBOR.domain}/` })).toBeVisible();
});

test('the first paint is the brand’s: nothing of another look is there before the calls answer', async ({
  page,
  product,
}) => {
  await page.route('**/getBrandingPerDomain.json*', async (route) => {
    await expect(page.getByText(HARBOR.lead)).toBeVisible();
    await expect(page.getByRole('img', { name: HARBOR.title })).toBeVisible();
    await route.continue();
  });
  const answered = page.waitForResponse('**/getBrandingPerDomain.json*');
  await page.goto(`${homeOf(product, HARBOR)}/login`);
  await answered;
});

test('an account never logs in on another brand: it lands at home, and no session stays behind', async ({
  page,
  product,
}) => {
  await logIn(page, product, MEADOW, HARBOR.number);
  await page.waitForURL((url) => url.hostname === HARBOR.domain && url.pathname === '/dashboard');
  await expect(account(page)).toBeVisible();
  // Values handed over by a form are in no URL, and so in no history.
  expect(page.url()).toBe(`${homeOf(product, HARBOR)}/dashboard`);
  expect(await page.context().cookies(homeOf(product, MEADOW))).toEqual([]);
});

test('mails are the account’s brand’s, wherever the form was', async ({ page, product }) => {
  await page.goto(`${homeOf(product, MEADOW)}/forgot-password`);
  await page.getByLabel('Fax number').fill(HARBOR.number);
  await page.getByRole('button', { name: 'Send email' }).click();
  await expect(page).toHaveURL(/\/login$/u);
  const sent = async () => await lastMail(product.dataDir, 'reset-password', `${HARBOR.number}@example.com`);
  // Mails are sent in the background.
  await expect(async () => {
    expect((await sent()).link).toContain(`${homeOf(product, HARBOR)}/reset-password?token=`);
  }).toPass();
  const mail = await sent();
  expect(`${mail.subject} ${mail.text}`).toContain(HARBOR.title);
  expect(mail.text).toContain(`https://help.${HARBOR.domain}/`);
  expect(`${mail.subject} ${mail.text}`).not.toContain(MEADOW.title);
});

test('[BRAND-06] [HEAD-08] [HEAD-10] the account menu follows the brand: help link, and Egnyte only where it is Egnyte’s', async ({
  page,
  product,
}) => {
  await logIn(page, product, HARBOR, HARBOR.number);
  await account(page).click();
  await expect(page.getByRole('menuitem', { name: 'Contact center' })).toHaveAttribute(
    'href',
    `https://help.${HARBOR.domain}/`,
  );
  await expect(page.getByRole('menuitem', { name: 'Cloud storage' })).toHaveCount(0);
  await f2e(product, ['brand', 'set', harbor, 'is_egnyte=1']);
  await page.reload();
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Cloud storage' }).click();
  await expect(page).toHaveURL(/\/preferences\/engnyte-storage$/u);
  await f2e(product, ['brand', 'set', harbor, 'is_egnyte=0']);
});

test('analytics load when the brand has an id, and nothing of others otherwise', async ({
  page,
  product,
}) => {
  const others: string[] = [];
  page.on('request', (request) => {
    if (!new URL(request.url()).hostname.endsWith('localhost')) others.push(request.url());
  });
  await page.route('https://www.googletagmanager.com/**', async (route) => {
    await route.fulfill({
      contentType: 'text/javascript',
      body: 'window.measured = window.dataLayer.length',
    });
  });
  await page.goto(`${homeOf(product, HARBOR)}/login`);
  await expect(page.getByText(HARBOR.lead)).toBeVisible();
  expect(others).toEqual([]);
  await f2e(product, ['brand', 'set', harbor, 'ga_id=G-TEST1']);
  await page.reload();
  await expect
    .poll(async () => await page.evaluate(() => (globalThis as { measured?: number }).measured))
    .toBe(2);
  await page.goto(`${homeOf(product, HARBOR)}/reset-password?token=x`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(others).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST1']);
  await f2e(product, ['brand', 'set', harbor, 'ga_id=']);
});

test('[BRAND-09] [BRAND-13] a brand without this client sends people to its plain page, unless the address asks', async ({
  page,
  product,
  faults,
}) => {
  // The plain page may run nothing, not even the script that a test adds to every page.
  faults.allow(/frame is sandboxed/u);
  await f2e(product, ['brand', 'set', harbor, 'use_new_ui=0']);
  await page.goto(`${homeOf(product, HARBOR)}/login`);
  await expect(page.getByText('Ask your provider for the right address.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.goto(`${homeOf(product, HARBOR)}/login?newClientEnable`);
  await expect(page.getByText(HARBOR.lead)).toBeVisible();
  const flag = async () =>
    await page.evaluate(async () => await (await fetch('/ajax/ajaxisnewpanelenabled.php')).json());
  expect(await flag()).toEqual({ status: false });
  await f2e(product, ['brand', 'set', harbor, 'use_new_ui=1']);
  expect(await flag()).toEqual({ status: true });
});

test('[BRAND-05] the language is English until the brand says otherwise', async ({ browser, product }) => {
  const shown = async () => {
    const page = await browser.newPage();
    await page.goto(`${homeOf(product, MEADOW)}/login`);
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    const lang = await page.locator('html').getAttribute('lang');
    await page.close();
    return [lang, heading];
  };
  expect(await shown()).toEqual(['en', wordsOf('en')('login.title')]);
  await f2e(product, ['brand', 'set', meadow, 'lang=de']);
  expect(await shown()).toEqual(['de', wordsOf('de')('login.title')]);
  await f2e(product, ['brand', 'set', meadow, 'lang=en']);
});

test('a chosen look is there from the first byte, and the device’s again when it is chosen', async ({
  page,
  product,
}) => {
  await logIn(page, product, HARBOR, HARBOR.number);
  await account(page).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const answer = await page.reload();
  expect(await answer?.text()).toContain('data-theme="dark"');
  await account(page).click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  expect(await (await page.reload())?.text()).not.toContain('data-theme');
});
