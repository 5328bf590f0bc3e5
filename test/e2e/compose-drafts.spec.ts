import type { Page } from '@playwright/test';
import {
  ORDER,
  addNumber,
  attach,
  enter,
  expectAccessible,
  plainFile,
  sendButton,
  signIn,
} from './mailbox.ts';
import { ensureAccount, ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';

const WRITER = '2125550182';

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const subject = (page: Page) => page.getByLabel('Subject');
const coverSwitch = (page: Page) => page.getByRole('switch', { name: 'Cover page' });

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, WRITER);
  await ensureSimulator(product);
});

test.beforeEach(async ({ page, product }) => {
  await enter(page, product, WRITER, 'inbox/compose');
});

test('files are converted while the fax is written; every page is shown as it will be sent', async ({
  page,
  faults,
}) => {
  faults.allow(/^415: POST .*drafts/u);
  await addNumber(page, '3105550145');
  await attach(page, ORDER, plainFile('broken.pdf', 300), plainFile('notes.txt', 300));
  await expect(row(page, 'order.pdf')).toContainText('2 pages');
  await expect(row(page, 'broken.pdf')).toHaveAttribute('data-bad', 'true');
  await expect(row(page, 'notes.txt')).toContainText('1 page');
  await coverSwitch(page).check();
  await subject(page).fill('Order 7');
  await expect(page.getByText('Page 1 of 4')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Cover page as it will be sent' })).toBeVisible();
  for (const alt of ['order.pdf, page 1', 'order.pdf, page 2', 'notes.txt, page 1']) {
    await page.getByRole('button', { name: 'Next page' }).click();
    const image = page.getByRole('img', { name: `${alt}, as it will be sent` });
    await expect
      .poll(async () => await image.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBe(1000);
  }
  await expect(page.locator('.send-bar')).toContainText('4 pages');
  await expect(page.locator('.send-bar')).toContainText('about 3 min');
  const shown = page.getByRole('img', { name: 'notes.txt, page 1, as it will be sent' });
  const quick = await shown.getAttribute('src');
  await page.getByRole('checkbox', { name: 'High-quality photos' }).check();
  await expect(shown).not.toHaveAttribute('src', quick ?? '');
  await row(page, 'notes.txt').getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect(page.getByText('Page 3 of 3')).toBeVisible();
  const answer = page.waitForResponse('**/sendFax');
  await sendButton(page).click();
  expect((await answer).request().postData()).toContain('name="drafts[0]"');
  await expect(page).toHaveURL(/folder=Outbox/u);
  const left = (await (await page.request.get('api/faxui/drafts')).json()) as { data: unknown[] };
  expect(left.data).toEqual([]);
});

test('a reload and an expired session cost nothing; somebody else finds nothing', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^401: |call failed: 401/u);
  await addNumber(page, '3105550146');
  await attach(page, ORDER);
  await coverSwitch(page).check();
  await subject(page).fill('Kept');
  await expect(row(page, 'order.pdf')).toContainText('2 pages');
  await page.reload();
  await expect(row(page, 'order.pdf')).toContainText('2 pages');
  await expect(subject(page)).toHaveValue('Kept');

  await page.context().clearCookies({ name: /f2e/u });
  await expect(page).toHaveURL(/\/login/u, { timeout: 20_000 });
  // With the form that is shown, without a reload, as a person does.
  await page.getByLabel('Fax number').fill(WRITER);
  await page.getByLabel('Password', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Send fax' }).click();
  await expect(subject(page)).toHaveValue('Kept');
  await expect(row(page, 'order.pdf')).toContainText('2 pages');
  await expect(page.getByText('310-555-0146')).toBeVisible();

  await page.context().clearCookies({ name: /f2e/u });
  await expect(page).toHaveURL(/\/login/u, { timeout: 20_000 });
  await signIn(page, product, '2125550101');
  await page.goto('inbox/compose');
  await expect(page.getByText('0 of 10')).toBeVisible();
  await expect(page.locator('.tag')).toHaveCount(0);
  await expect(row(page, 'order.pdf')).toHaveCount(0);
});

test('[F-client-02] the network goes after Send: not confirmed, kept also over a reload, sent once', async ({
  page,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/u, /call failed: 0/u);
  const keys: (string | undefined)[] = [];
  const answers: string[] = [];
  await page.route('**/sendFax', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const response = await route.fetch();
    answers.push(await response.text());
    // The server receives it; the browser goes offline before the response arrives.
    if (keys.length === 1) await route.abort('internetdisconnected');
    else await route.fulfill({ response });
  });
  await addNumber(page, '3105550147');
  await attach(page, ORDER);
  await expect(row(page, 'order.pdf')).toContainText('2 pages');
  await coverSwitch(page).check();
  await subject(page).fill('Only once');
  await sendButton(page).click();
  await expect(page.locator('.note')).toContainText('The connection was lost before sending was confirmed');
  await page.reload();
  await expect(page.locator('.note')).toContainText('The connection was lost before sending was confirmed');
  await expect(subject(page)).toHaveValue('Only once');
  await expect(page.getByText('310-555-0147')).toBeVisible();
  await expect(page.locator('.att-name', { hasText: 'order.pdf' })).toBeVisible();
  await page.locator('.note').getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/folder=Outbox/u);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  expect(answers[1]).toBe(answers[0]);
});

test('without a network while a file goes up, the file goes with the fax', async ({ page, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/u, /call failed: 0/u);
  await page.route('**/api/faxui/drafts*', async (route) => {
    if (route.request().method() === 'POST') await route.abort('internetdisconnected');
    else await route.continue();
  });
  await addNumber(page, '3105550148');
  await attach(page, ORDER);
  await expect(row(page, 'order.pdf')).not.toContainText('Uploading');
  const sent = page.waitForRequest('**/sendFax');
  await sendButton(page).click();
  expect((await sent).postData()).toContain('name="userfiles[0]"');
  await expect(page).toHaveURL(/folder=Outbox/u);
});

test('on a phone the preview opens over the page and is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await attach(page, ORDER);
  await expect(row(page, 'order.pdf')).toContainText('2 pages');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Preview' });
  await expect(modal.getByText('Page 1 of 2')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
});
