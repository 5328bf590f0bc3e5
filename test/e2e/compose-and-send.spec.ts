import type { Page } from '@playwright/test';
import { readFile, writeFile } from 'node:fs/promises';
import { addNumber, attach, destination, expectAccessible, sendButton, signIn } from './mailbox.ts';
import { ensureAccount, ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';
import { samplePdf } from './sample-pdf.ts';

const PDF = {
  name: 'order.pdf',
  mimeType: 'application/pdf',
  buffer: samplePdf('First page', 'Second page'),
};
const file = (name: string, size: number) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(size, 'a'),
});
/** One account for all tests that need no second mailbox, made by the first of them. */
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
  await attach(page, PDF);
  await expect(page.getByText('order.pdf')).toBeVisible();
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/inbox\?folder=Outbox/u);
  await expect(page.getByText('Your fax is on its way.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing waiting' })).toBeVisible({ timeout: 60_000 });

  const other = await (await browser.newContext({ baseURL, acceptDownloads: true })).newPage();
  await signIn(other, product, '2125550101');
  await other.getByRole('link', { name: /^Fax messages/u }).click();
  await other.getByText('212-555-0100').first().click();
  const images = other.locator('.desk .page img');
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

test.describe('writing', () => {
  test.beforeEach(async ({ page, product }) => {
    await signIn(page, product, WRITER);
    await page.goto('inbox/compose');
    await expect(destination(page)).toBeVisible();
  });

  test('[COMP-01] [COMP-44] [ERR-01] what is missing or cannot be sent is said in a modal and in its place', async ({
    page,
  }) => {
    await sendButton(page).click();
    await closeModal(page, 'No recipients');
    await expect(page.getByText('Add at least one fax number.')).toBeVisible();

    await addNumber(page, '3105550111');
    await sendButton(page).click();
    await closeModal(page, 'Unable to send');

    await attach(page, file('layout.dwg', 100));
    await expect(page.getByRole('alertdialog')).toContainText('layout.dwg');
    await closeModal(page, 'File type not supported');
    await attach(page, file('plan.tiff', 10_485_761), file('fits.tiff', 10_485_760));
    await expect(page.getByRole('alertdialog')).toContainText('plan.tiff');
    await expect(page.getByRole('alertdialog')).not.toContainText('fits.tiff');
    await closeModal(page, 'File too large');
    await expect(page.getByText('DWG files can’t be faxed')).toBeVisible();
    await expect(page.getByText('10.0 MB is over the limit of 10 MB.')).toBeVisible();
    await expect(page.getByText('2 files will not be sent')).toBeVisible();
    await page.getByRole('button', { name: 'Remove layout.dwg' }).click();
    await expect(page.getByText('layout.dwg')).toBeHidden();

    await page.getByRole('switch', { name: 'Cover page' }).check();
    await sendButton(page).click();
    await closeModal(page, 'Cover page cannot be empty');
  });

  test('[COMP-07] an international number is refused with a growl', async ({ page }) => {
    for (const number of ['01144207946000', '+01144207946000']) {
      await addNumber(page, number);
      await expect(page.locator('.growl')).toContainText(
        'Fax not sent. International numbers can’t be used.',
      );
      await page.getByRole('button', { name: 'Close' }).click();
    }
    await expect(page.locator('.tag:not([data-bad])')).toHaveCount(0);
  });

  test('[COMP-15] [COMP-34] the cover page appears with its switch; files show type and size and can be removed', async ({
    page,
  }) => {
    await expect(page.getByLabel('Subject')).toBeHidden();
    await page.getByRole('switch', { name: 'Cover page' }).check();
    await expect(page.getByLabel('Subject')).toBeVisible();
    await page.getByRole('switch', { name: 'Cover page' }).uncheck();
    await expect(page.getByLabel('Subject')).toBeHidden();
    await attach(page, PDF, file('notes.txt', 2048));
    const row = page.getByRole('listitem').filter({ hasText: 'notes.txt' });
    await expect(row).toContainText('2.0 KB');
    await expect(row.locator('svg').first()).toBeVisible();
    await row.getByRole('button', { name: 'Remove notes.txt' }).click();
    await expect(row).toHaveCount(0);
    await expect(page.getByText('order.pdf')).toBeVisible();
  });

  test('[COMP-30] files dropped anywhere on the page are attached', async ({ page }, info) => {
    const browser = await page.context().newCDPSession(page);
    for (const [target, name] of [
      ['.compose-title', 'beside.txt'],
      ['.drop', 'inside.txt'],
    ] as const) {
      const path = info.outputPath(name);
      await writeFile(path, 'words');
      const box = await page.locator(target).boundingBox();
      const place = { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 15 };
      // As the browser itself gets a drag from the desktop: events made by script carry no files that count.
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await browser.send('Input.dispatchDragEvent', {
          type,
          ...place,
          data: { items: [], files: [path], dragOperationsMask: 1 },
        });
      await expect(page.getByText(name)).toBeVisible();
    }
  });

  test('[COMP-18] letters in the phone are said after a second, and the field takes 15 characters', async ({
    page,
  }) => {
    await page.getByRole('switch', { name: 'Cover page' }).check();
    await page.getByLabel('Phone').pressSequentially('1234567890123456');
    await expect(page.getByLabel('Phone')).toHaveValue('123456789012345');
    await page.getByLabel('Phone').fill('letters');
    await expect(page.getByText('Phone can only contain numbers.')).toBeVisible();
  });

  test('[COMP-35] discarding asks; keeping keeps everything, discarding leads to the inbox', async ({
    page,
  }) => {
    await addNumber(page, '3105550111');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByText('310-555-0111')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/\/inbox$/u);
    await page.goto('inbox/compose');
    await expect(destination(page)).toBeVisible();
    await expect(page.locator('.tag')).toHaveCount(0);
  });

  test('numbers and texts survive a reload', async ({ page }) => {
    await addNumber(page, '3105550111');
    await page.getByRole('switch', { name: 'Cover page' }).check();
    await page.getByLabel('Subject').fill('Order 7');
    await page.reload();
    await expect(page.getByText('310-555-0111')).toBeVisible();
    await expect(page.getByLabel('Subject')).toHaveValue('Order 7');
  });

  test('[COMP-36] [SHORT-14] [SHORT-17] written, discarded and sent with the keyboard alone', async ({
    page,
  }) => {
    await page.keyboard.press('Alt+Shift+E');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    // Everything is reached by Tab from the field that has the focus when the page opens.
    await destination(page).focus();
    await page.keyboard.type('3105550142');
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'switch')) break;
    }
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Robert Delacourt');
    await page.keyboard.press('Alt+Shift+Enter');
    await expect(page).toHaveURL(/\/inbox\?folder=Outbox/u);
  });
});

test.describe('sending', () => {
  test.beforeEach(async ({ page, product }) => {
    await signIn(page, product, WRITER);
    await page.goto('inbox/compose');
    await addNumber(page, '3105550143');
    await attach(page, PDF);
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

  test('[COMP-39] a refusal is said in a growl with the words of the server, and everything stays', async ({
    page,
  }) => {
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
  }) => {
    const keys: (string | undefined)[] = [];
    const answers: unknown[] = [];
    await page.route('**/sendFax', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const response = await route.fetch();
      answers.push(await response.json());
      await (keys.length === 1 ? route.abort('connectionreset') : route.fulfill({ response }));
    });
    await sendButton(page).click();
    await expect(page.locator('.note')).toContainText('Not confirmed');
    await expect(page.getByText('order.pdf')).toBeVisible();
    await page.locator('.note').getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/inbox\?folder=Outbox/u);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/u);
    expect(keys[1]).toBe(keys[0]);
    expect(answers[1]).toEqual(answers[0]);
  });

  test('a file that is not what its name says stands marked with the server’s words', async ({ page }) => {
    await attach(page, file('scan.png', 300));
    await sendButton(page).click();
    const row = page.getByRole('listitem').filter({ hasText: 'scan.png' });
    await expect(row).toHaveAttribute('data-bad', 'true');
    await expect(page.getByText('1 file will not be sent')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'order.pdf' })).not.toHaveAttribute(
      'data-bad',
      'true',
    );
  });
});

for (const look of [
  { name: 'light', width: 1440, height: 900, scheme: 'light' },
  { name: 'dark', width: 1440, height: 900, scheme: 'dark' },
  { name: '390 px', width: 390, height: 844, scheme: 'light' },
] as const)
  test(`compose is accessible: ${look.name}`, async ({ page, product }) => {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: look.scheme });
    await signIn(page, product, WRITER);
    await page.goto('inbox/compose');
    await addNumber(page, '3105550111');
    await attach(page, PDF, file('layout.dwg', 100));
    await closeModal(page, 'File type not supported');
    await page.getByRole('switch', { name: 'Cover page' }).check();
    await sendButton(page).click();
    await closeModal(page, 'Cover page cannot be empty');
    await expectAccessible(page);
  });

async function closeModal(page: Page, title: string): Promise<void> {
  const modal = page.getByRole('alertdialog', { name: title });
  await expect(modal).toBeVisible();
  await modal.getByRole('button', { name: 'OK' }).click();
  await expect(modal).toBeHidden();
}
