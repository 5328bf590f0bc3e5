import type { Page } from '@playwright/test';

import { enter, expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550689';
const CALL = 'developers/calls/addWebhook';

/** The screen of a phone. */
const PHONE = { width: 390, height: 844 };

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['DEVELOPERS_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

test('the reference works signed out: menu, search, examples, copies, errors', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('developers');
  await expect(page).toHaveURL(/\/developers\/guides\/first-fax$/u);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First fax in 3 commands');
  await expect(page.getByText(new URL(page.url()).origin).first()).toBeVisible();
  await expectAccessible(page);
  await look(page, 'guide');

  await page.keyboard.press('/');
  await page.keyboard.type('signing secret');
  const menu = page.getByRole('navigation', { name: 'Reference' });
  await expect(menu.getByRole('link', { name: 'POST Make a new signing secret' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Add an endpoint' })).toBeHidden();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('<b>xyzzy</b>');
  await expect(menu.getByText('Nothing found for')).toContainText('<b>xyzzy</b>');
  await page.keyboard.press('Escape');
  await page.keyboard.type('endpoint');
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('link', { name: 'Webhooks', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(menu.getByRole('link', { name: 'Webhook endpoints' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${CALL}$`, 'u'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add an endpoint');

  const example = page.getByRole('region', { name: 'Example' });
  await example.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(async () => await navigator.clipboard.readText());
  expect(copied).toContain(`curl ${new URL(page.url()).origin}/v1/webhooks \\\n`);
  expect(copied).toContain('-H "Authorization: Bearer $F2E_API_KEY"');
  await expectAccessible(page);
  await look(page, 'call');

  await example.getByText('TypeScript').click();
  await expect(example.getByText('await fetch(')).toBeVisible();
  await page.reload();
  await expect(example.getByText('await fetch(')).toBeVisible();
  await page.getByRole('link', { name: 'webhook_limit' }).click();
  await expect(page).toHaveURL(/developers\/errors#webhook_limit$/u);
  const explained = page.getByRole('heading', { name: '409 webhook_limit' });
  await expect(explained).toBeInViewport();
  await expectAccessible(page);
  await look(page, 'errors');
});

test('[A-API-92] markup in the address and the search is text', async ({ page }) => {
  const markup = '<img src=x onerror=alert(1)>';
  page.on('dialog', () => expect('a script').toBe('not run'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`developers/calls/${encodeURIComponent(markup)}#${encodeURIComponent(markup)}`);
  await expect(page).toHaveURL(/\/developers\/guides\/first-fax/u);
  await page.goto(`developers/errors#${encodeURIComponent(markup)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Errors');
  await page.getByLabel('Search the reference').fill(markup);
  await expect(page.getByText('Nothing found for')).toContainText(markup);
  expect(await page.locator('img[onerror]').count()).toBe(0);
});

test('the type of a problem leads to what its code means', async ({ page }) => {
  const answer = await page.request.get('v1/webhooks');
  expect(answer.status()).toBe(401);
  const { type } = (await answer.json()) as { type: string };
  await page.goto(type);
  await expect(page.getByRole('heading', { name: '401 key_invalid' })).toBeInViewport();
  await expect(page.locator('[data-here]')).toContainText('Send a valid API key');
});

test('the reference is dark, narrow, and from right to left', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(CALL);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await look(page, 'call--dark');
  await page.setViewportSize({ width: 1100, height: 800 });
  const example = page.getByRole('region', { name: 'Example' });
  const body = page.getByRole('heading', { name: 'Body' });
  const below = async () =>
    ((await example.boundingBox())?.y ?? 0) > ((await body.boundingBox())?.y ?? Infinity);
  expect(await below()).toBe(true);
  await look(page, 'call--1100');

  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('navigation', { name: 'Reference' })).toBeHidden();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await look(page, 'call--390');
  await page.getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Search the reference').fill('types of events');
  await look(page, 'drawer--390');
  await drawer.getByRole('link', { name: 'Types of events' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Types of events, with examples');

  await page.evaluate(() => localStorage.setItem('f2e.language', 'ar'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(CALL);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en');
  await expectAccessible(page);
  await look(page, 'call--rtl');
});

test('it is the same for who is signed in, and leads back', async ({ page, product }) => {
  await ensureAccount(product, OWNER);
  await enter(page, product, OWNER, 'preferences/webhooks');
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page).toHaveURL(/developers\/guides\/webhooks$/u);
  for (const [place, heading] of [
    ['Events', 'Events'],
    ['Changelog', 'Changelog'],
  ] as const) {
    await page.getByRole('navigation', { name: 'For developers' }).getByRole('link', { name: place }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectAccessible(page);
    await look(page, place);
  }
  await page.getByRole('link', { name: 'API keys' }).click();
  await expect(page).toHaveURL(/\/preferences\/api-keys$/u);
  // The URL changes before the page does, and the page being left has a link with this name, too.
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible();
  await page.getByRole('link', { name: 'API reference' }).first().click();
  await expect(page).toHaveURL(/developers\/guides\/first-fax$/u);
  await expect(page.getByRole('navigation', { name: 'For developers' })).toBeVisible();
  await page.getByRole('link', { name: 'Fax-to-Email', exact: true }).click();
  await expect(page).toHaveURL(/\/(?:dashboard|inbox)$/u);
});
