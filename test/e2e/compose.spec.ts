import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  ORDER,
  addNumber,
  attach,
  destination,
  enter,
  expectAccessible,
  plainFile,
  sendButton,
} from './mailbox.ts';
import { ensureAccount, ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';

const WRITER = '2125550173';

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, WRITER);
  await ensureSimulator(product);
});

test.describe('writing', () => {
  test.beforeEach(async ({ page, product }) => {
    await enter(page, product, WRITER, 'inbox/compose');
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

    await attach(page, plainFile('layout.dwg', 100));
    await expect(page.getByRole('alertdialog')).toContainText('layout.dwg');
    await closeModal(page, 'File type not supported');
    await attach(page, plainFile('plan.tiff', 10_485_761), plainFile('fits.txt', 10_485_760));
    await expect(page.getByRole('alertdialog')).toContainText('plan.tiff');
    await expect(page.getByRole('alertdialog')).not.toContainText('fits.txt');
    await closeModal(page, 'File too large');
    await expect(page.getByText('DWG files can’t be faxed')).toBeVisible();
    await expect(page.getByText('10.0 MB is over the limit of 10 MB.')).toBeVisible();
    // The text file has an allowed size but too many pages, which the server may have found by now.
    await expect(page.getByText(/^[23] files won’t be sent/u)).toBeVisible();
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
        'Fax not sent. You can’t send to international numbers.',
      );
      // It covers nothing of the bar's text.
      const said = await page.locator('.growl').boundingBox();
      const bar = await page.locator('.send-bar').boundingBox();
      if (!said || !bar) throw new Error('nothing to compare');
      expect(said.y + said.height).toBeLessThanOrEqual(bar.y);
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
    await attach(page, ORDER, plainFile('notes.txt', 2048));
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
      // As the browser itself receives a drag from the desktop: events created by scripts carry no usable files.
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
    await destination(page).fill('310-555');
    await page.reload();
    await expect(page.getByText('310-555-0111')).toBeVisible();
    await expect(destination(page)).toHaveValue('310-555');
    await expect(page.getByLabel('Subject')).toHaveValue('Order 7');
  });

  test('[COMP-36] [SHORT-14] [SHORT-17] written, discarded and sent with the keyboard alone', async ({
    page,
  }) => {
    await page.keyboard.press('Alt+Shift+E');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    // Everything is reachable by Tab from the field that has the focus when the page opens.
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

for (const look of [
  { name: 'light', width: 1440, height: 900, scheme: 'light' },
  { name: 'dark', width: 1440, height: 900, scheme: 'dark' },
  { name: '390 px', width: 390, height: 844, scheme: 'light' },
] as const)
  test(`compose is accessible: ${look.name}`, async ({ page, product }) => {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: look.scheme });
    await enter(page, product, WRITER, 'inbox/compose');
    await addNumber(page, '3105550111');
    await attach(page, ORDER, plainFile('layout.dwg', 100));
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
