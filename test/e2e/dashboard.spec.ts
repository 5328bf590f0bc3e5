import type { Locator, Page } from '@playwright/test';
import { ORDER, addNumber, attach, enter, expectAccessible, sendButton } from './mailbox.ts';
import { ensureAccount, ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';
import { bodiesOf, watchCalls } from './watched-calls.ts';

const SENDER = '2125550683';
const ENTERPRISE = '2125550684';

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, SENDER);
  await ensureAccount(product, ENTERPRISE, ['--options', 'enterprisefax=yes']);
  await ensureSimulator(product);
});

test('[DASH-06] [DASH-07] [DASH-14] [DASH-26] [DASH-27] [F-send-18] a busy number is tried five times, given up, and reached by a resend to two others', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000);
  await enter(page, product, SENDER);
  await send(page, '3105550199');
  await page.goto('dashboard');
  const row = outgoing(page).getByRole('row').filter({ hasText: '310-555-0199' });
  await expect(row).toContainText(/[0-5]\/5/u);
  await expect(row).toContainText(/Queued|Sending|Retrying/u);
  await expect(row).toContainText('Not sent', { timeout: 60_000 });
  await expect(row).toContainText('5/5');
  await expect(row).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/u);

  await row.getByRole('button', { name: 'Resend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this fax again' });
  await expect(dialog.locator('.tag')).toHaveText(/310-555-0199/u);
  await dialog.getByRole('button', { name: 'Remove 310-555-0199' }).click();
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Fax numbers' }).fill('310-555-0142');
  await page.keyboard.press('Enter');
  await dialog.getByRole('combobox', { name: 'Fax numbers' }).fill('310-555-0143');
  await page.keyboard.press('Enter');
  const calls = watchCalls(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const sent = page.getByRole('table', { name: 'Recently sent' });
  for (const number of ['310-555-0142', '310-555-0143'])
    await expect(sent.getByRole('row').filter({ hasText: number })).toBeVisible({ timeout: 60_000 });
  const path = expect.stringMatching(/./u);
  expect(bodiesOf(calls, 'POST', 'resendFax')).toEqual([
    { resend_faxpath: path, destinations: '3105550142' },
    { resend_faxpath: path, destinations: '3105550143' },
  ]);
});

test('the dashboard of an account without faxes says so', async ({ page, product }) => {
  await enter(page, product, ENTERPRISE, 'dashboard');
  await expect(page.getByText('No faxes received yet.')).toBeVisible();
  await expect(outgoing(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'No faxes waiting' })).toBeVisible();
  await expect(page.getByText('Remaining')).toBeHidden();
});

test('a failed load: browser alert, banner, and all is well after another try', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^500: GET .*Dashboard/u, /call failed: 500/u);
  await enter(page, product, SENDER, 'inbox');
  await page.route('**/Dashboard.json*', async (route) => {
    await route.fulfill({
      status: 500,
      json: { success: false, error: 'INTERNAL', message: 'Something broke.' },
    });
  });
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.accept();
  });
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.locator('.note')).toContainText('Something broke.');
  expect(said).toEqual(['Something broke.']);
  await page.unroute('**/Dashboard.json*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Recently sent' })).toBeVisible();
});

for (const look of [
  { name: 'light', width: 1440, height: 900, scheme: 'light' },
  { name: 'dark', width: 1440, height: 900, scheme: 'dark' },
  { name: '390 px', width: 390, height: 844, scheme: 'light' },
] as const)
  test(`the dashboard is accessible: ${look.name}`, async ({ page, product }) => {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: look.scheme });
    await enter(page, product, SENDER, 'dashboard');
    await expect(outgoing(page)).toBeVisible();
    await expectAccessible(page);
    await outgoing(page).getByRole('button', { name: 'Resend' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });

function outgoing(page: Page): Locator {
  return page.getByRole('table', { name: 'Outgoing' });
}

async function send(page: Page, number: string): Promise<void> {
  await page.goto('inbox/compose');
  await addNumber(page, number);
  await attach(page, ORDER);
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/inbox\?folder=Outbox/u);
}
