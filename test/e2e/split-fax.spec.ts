import { encode } from 'uqr';
import { SEPARATOR_TEXT } from '#contract/faxes/splitting.ts';
import { startProduct } from '../start-product.ts';
import { folder, openInbox, receiveFile, rowOf, rows } from './inbox-rig.ts';
import { enter, expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test as base } from './product.ts';
import type { RunningProduct } from './product.ts';
import { drawnPdf, wordsOnPage } from './sample-pdf.ts';

const BOX = '2125550851';
const SENDER = '7325550119';

/** Time for recognizing the pages one after the other, in milliseconds. */
const READ_MS = 180_000;

/** A separate product that recognizes the text of received faxes; the others recognize none. */
const test = base.extend<object, { reading: RunningProduct }>({
  reading: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from the pattern.
    async ({}, use) => {
      const env = { F2E_OCR: 'received' };
      const started = await startProduct({ env: { ...env, F2E_DEMO: '0' } });
      const { baseURL, password, dataDir, smtpPort } = started;
      const own = { baseURL, password, dataDir, smtpPort, egnytePort: 0, dnsPort: 0 };
      await use({ ...own, env: { ...env, F2E_DATA: dataDir } });
      await started.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  product: async ({ reading }, use) => {
    await use(reading);
  },
});

/** Draws the code of a separator page. */
function separator(): string {
  const { data } = encode(SEPARATOR_TEXT, { ecc: 'H', border: 0 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`${100 + 14 * x} ${600 - 14 * y} 14 14 re`] : [])),
  );
  return `${squares.join('\n')} f`;
}

/** Three letters with separator pages between them. */
const STACK = drawnPdf(
  wordsOnPage('First'),
  separator(),
  wordsOnPage('Second'),
  separator(),
  wordsOnPage('Third'),
);

test('a fax that was split: its parts lead to each other and to the whole fax, and the split is undone and done again', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000 + READ_MS);
  await ensureAccount(product, BOX);
  await enter(page, product, BOX, 'preferences/general');
  await page.getByRole('switch', { name: 'Split received faxes at separator pages' }).check();
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await receiveFile(product, BOX, SENDER, STACK);
  await openInbox(page, product, BOX);
  await expect(rows(page)).toHaveCount(3, { timeout: READ_MS });

  // The whole fax is in the archive, and links to its parts.
  const note = page.locator('.fx-note');
  await folder(page, 'Archive').click();
  await rowOf(page, '732-555-0119').click();
  await expect(note).toContainText('Split into 3 faxes at separator pages.');
  await expectAccessible(page);
  await note.getByRole('link', { name: 'Part 2' }).click();
  await expect(note).toContainText('Part 2 of 3 of a fax from 732-555-0119');
  await expect(note.getByRole('listitem')).toHaveText(['Whole fax (Archive)', 'Part 1', 'Part 2', 'Part 3']);
  await note.getByRole('link', { name: 'Part 3' }).click();
  await expect(note).toContainText('Part 3 of 3');
  await note.getByRole('link', { name: 'Whole fax' }).click();
  await expect(page).toHaveURL(/folder=Archive/u);
  await note.getByRole('link', { name: 'Part 1' }).click();

  // On a phone, in dark mode, and right to left.
  for (const [width, colorScheme] of [
    [1440, 'dark'],
    [390, 'dark'],
    [390, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await expect(note.getByRole('button', { name: 'Undo split' })).toBeVisible();
    await expectNoSideScroll(page);
    await expectAccessible(page);
  }
  const whole = new URL(page.url());
  await page.evaluate(() => localStorage.setItem('f2e.language', 'ar'));
  await page.route('**/GlobalSettings.json*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), language: 'ar' } });
  });
  await page.goto(whole.href);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(note).toContainText('قُسّم عند الصفحات الفاصلة');
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.unroute('**/GlobalSettings.json*');
  await page.evaluate(() => localStorage.setItem('f2e.language', 'en'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(whole.href);

  // Undone, restored, and undone again: nothing is lost.
  await note.getByRole('button', { name: 'Undo split' }).click();
  await expect(page.getByText('The whole fax is back in the inbox.')).toBeVisible();
  await expect(note).toContainText('Split into 3 faxes at separator pages.');
  await expect(note.getByRole('listitem').first()).toHaveText('Part 1 (Recently deleted)');
  await expect(note.getByRole('button')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await rows(page).first().click();
  await note.getByRole('button', { name: 'Undo split' }).click();
  await expect(rows(page)).toHaveCount(1);
  await note.getByRole('link', { name: 'Part 2' }).click();
  await expect(page).toHaveURL(/folder=Deleted/u);
  await expect(note.first()).toBeVisible();
  await expectAccessible(page);
});
