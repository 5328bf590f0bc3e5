import { readFile } from 'node:fs/promises';
import { ORDER, addNumber, attach, destination, enter, plainFile, sendButton, signIn } from './mailbox.ts';
import { ensureAccount, ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';

const WRITER = '2125550172';

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, WRITER);
  await ensureSimulator(product);
});

test('[COMP-38] [COMP-29] [DASH-01] a fax written here is read and downloaded by the other account', async ({
  page,
  browser,
  product,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await signIn(page, product, '2125550100');
  await page.getByRole('link', { name: 'Send fax' }).click();
  await expect(page).toHaveURL(/\/inbox\/compose$/u);
  await addNumber(page, '(212) 555-0101');
  await attach(page, ORDER);
  await expect(page.getByText('order.pdf')).toBeVisible();
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/inbox\?folder=Outbox/u);
  await expect(page.getByText('Your fax is on its way.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Fax delivered' })).toBeVisible({ timeout: 60_000 });

  const other = await (await browser.newContext({ baseURL, acceptDownloads: true })).newPage();
  await signIn(other, product, '2125550101');
  await other.getByRole('link', { name: /^Fax messages/u }).click();
  await other.getByText('212-555-0100').first().click();
  const images = other.locator('.page-area .page img');
  await expect(images).toHaveCount(2);
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(async () => await image.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(500);
  }
  await other.getByRole('button', { name: 'More' }).click();
  const [download] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('menuitem', { name: 'Download as PDF' }).click(),
  ]);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.toString('latin1').match(/\/Type\s*\/Page\b/gu)).toHaveLength(2);
  await other.context().close();
});

test.describe('sending', () => {
  test.beforeEach(async ({ page, product }) => {
    await enter(page, product, WRITER, 'inbox/compose');
    await addNumber(page, '3105550143');
    await attach(page, ORDER);
  });

  test('a double click sends once', async ({ page }) => {
    let sends = 0;
    page.on('request', (request) => {
      if (request.url().includes('/sendFax')) sends += 1;
    });
    await sendButton(page).dblclick();
    await expect(page).toHaveURL(/\/inbox\?folder=Outbox/u);
    expect(sends).toBe(1);
  });

  test('pressing Send takes a number that is still being typed along, and stops for one that is none', async ({
    page,
  }) => {
    await destination(page).fill('555-01');
    await sendButton(page).click();
    await expect(page.getByText('555-01 isn’t a complete fax number')).toBeVisible();
    await expect(page).toHaveURL(/\/inbox\/compose$/u);
    await destination(page).fill('310-555-0144');
    const answer = page.waitForResponse('**/sendFax');
    await sendButton(page).click();
    const { data } = (await (await answer).json()) as { data: { jobs: { to_faxnumber: string }[] } };
    expect(data.jobs.map((job) => job.to_faxnumber)).toEqual(['3105550143', '3105550144']);
    await expect(page).toHaveURL(/\/inbox\?folder=Outbox/u);
  });

  test('[COMP-39] a refusal is said in a growl with the words of the server, and everything stays', async ({
    page,
    faults,
  }) => {
    faults.allow(/^412: POST .*sendFax/u);
    await page.route('**/sendFax', async (route) => {
      await route.fulfill({
        status: 412,
        json: { success: false, error: 'LIMIT_REACHED', message: 'Your monthly limit is reached.' },
      });
    });
    await sendButton(page).click();
    await expect(page.locator('.growl')).toContainText('Fax not sent. Your monthly limit is reached.');
    await expect(page.locator('.note')).toContainText('Your monthly limit is reached.');
    await expect(page.getByText('order.pdf')).toBeVisible();
    await expect(page.locator('.tag')).toHaveCount(1);
  });

  test('an answer that was lost is not confirmed; trying again neither loses nor doubles the fax', async ({
    page,
    faults,
  }) => {
    faults.allow(/ERR_CONNECTION_RESET: POST .*sendFax/u);
    const keys: (string | undefined)[] = [];
    const answers: unknown[] = [];
    await page.route('**/sendFax', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const response = await route.fetch();
      answers.push(await response.json());
      await (keys.length === 1 ? route.abort('connectionreset') : route.fulfill({ response }));
    });
    await sendButton(page).click();
    await expect(page.locator('.note')).toContainText('The connection was lost before sending was confirmed');
    await expect(page.getByText('order.pdf')).toBeVisible();
    await page.locator('.note').getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/inbox\?folder=Outbox/u);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/u);
    expect(keys[1]).toBe(keys[0]);
    expect(answers[1]).toEqual(answers[0]);
  });

  test('a file that is not what its name says stands marked with the server’s words', async ({
    page,
    faults,
  }) => {
    faults.allow(/^415: POST .*drafts/u);
    await attach(page, plainFile('scan.png', 300));
    const row = page.getByRole('listitem').filter({ hasText: 'scan.png' });
    await expect(row).toHaveAttribute('data-bad', 'true');
    await expect(page.getByText('1 file won’t be sent')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'order.pdf' })).not.toHaveAttribute(
      'data-bad',
      'true',
    );
  });
});
