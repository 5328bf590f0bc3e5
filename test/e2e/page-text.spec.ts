import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureMailbox, openInbox, rowOf, rows } from './inbox-rig.ts';
import { enter, expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { f2e } from './operator.ts';
import { expect, test } from './product.ts';
import type { RunningProduct } from './product.ts';

const BOX = '2125550690';
const SENDER = '3135550691';

/** A text for each page, separated by form feeds. */
const LETTER = [
  'Harbor Medical Group\n\nInvoice HMG-2026-118734\nThe total amount of 4,310.00 is due in thirty days.\nCall (212) 555-0177.',
  'Backflow preventer, two inches, bronze\nStrainer upstream of the backflow preventer',
].join('\f');

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, BOX, { '3135550692': 1 });
  const { accounts } = await f2e(product, ['account', 'list']);
  const account = (accounts as { uid: string; faxnumber: string }[]).find(
    ({ faxnumber }) => faxnumber === BOX,
  );
  const { faxes } = await f2e(product, ['fax', 'list', account?.uid ?? '']);
  // Only once, even if the set-up runs again.
  if ((faxes as unknown[]).length > 1) return;
  await receiveText(product, LETTER);
  await f2e(product, ['text', 'read', '--here', '--account', account?.uid ?? '']);
});

async function receiveText(product: RunningProduct, text: string): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'f2e-letter-'));
  const file = join(place, 'letter.txt');
  await writeFile(file, text);
  await f2e(product, ['fax', 'receive-test', '--to', BOX, '--from', SENDER, file]);
  await rm(place, { recursive: true });
}

test('what stands on pages is searched, marked, found, copied and in the PDF', async ({ page, product }) => {
  await openInbox(page, product, BOX);
  const box = page.getByRole('textbox', { name: 'Search all folders' });
  await box.fill('hmg2026118734');
  await box.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(rowOf(page, '313-555-0691')).toContainText('HMG-2026-118734');
  await box.fill('backflow');
  await box.press('Enter');
  await expect(rowOf(page, '313-555-0691').locator('mark').first()).toHaveText('Backflow');

  // Opened from the search: the words are marked, and the reader scrolls to the first of them.
  await rowOf(page, '313-555-0691').click();
  const find = page.getByRole('textbox', { name: 'Find on these pages' });
  await expect(find).toHaveValue('backflow');
  const outcome = page.getByRole('status').filter({ hasText: / of /u });
  await expect(outcome).toHaveText('1 of 2');
  await expect(page.locator('.page[data-page="2"] .page-mark')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Page 2 of 2, 2 matches' })).toBeVisible();
  await expect(page.locator('.page-mark[data-now]')).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(outcome).toHaveText('2 of 2');
  await find.press('Enter');
  await expect(outcome).toHaveText('1 of 2');
  await find.press('Shift+Enter');
  await expect(outcome).toHaveText('2 of 2');

  // Ctrl+F finds on the pages, including a number in any notation.
  await find.press('Escape');
  await expect(find).toBeHidden();
  await expect(page.locator('.page-mark')).toHaveCount(0);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('2125550177');
  await expect(page.getByRole('status').filter({ hasText: '1 of 1' })).toBeVisible();
  await expect(page.locator('.page[data-page="1"] .page-mark')).toHaveCount(2);
  await find.fill('nowhere');
  await expect(page.getByText('No matches on these pages')).toBeVisible();
  await find.press('Escape');

  // The text lies over the picture, and can be selected and copied.
  await expect(page.getByRole('document', { name: 'Text of page 1' })).toContainText('Harbor Medical Group');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy text' }).click();
  await expect(page.getByText('The text of this fax was copied.')).toBeVisible();
  const copied = await page.evaluate(async () => await navigator.clipboard.readText());
  expect(copied).toContain('Invoice HMG-2026-118734\nThe total amount');
  expect(copied).toContain('upstream of the backflow preventer');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download as PDF' }).click();
  const pdf = await readFile(await (await download).path(), 'latin1');
  expect(pdf).toContain('/Subtype/Type3');

  // Marks stay on the words of rotated pages.
  await page.keyboard.press('Control+f');
  await find.fill('strainer');
  await expect(page.locator('.page-mark')).toHaveCount(1);
  const upright = await page.locator('.page-mark').boundingBox();
  await page.getByRole('button', { name: 'Turn left' }).click();
  await expect
    .poll(async () => {
      const turned = await page.locator('.page-mark').boundingBox();
      return (turned?.height ?? 0) > (turned?.width ?? 0) && (upright?.width ?? 0) > (upright?.height ?? 0);
    })
    .toBe(true);
});

test('on a phone the bar fits, and the words are marked', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product, BOX, 'inbox?q=invoice');
  // The pictures load after the words were found, and change their positions.
  const pictures = Promise.withResolvers<void>();
  await page.route(/\/prev\d+\.gif/u, async (route) => {
    await pictures.promise;
    await route.continue();
  });
  await rowOf(page, '313-555-0691').click();
  await expect(page.getByRole('textbox', { name: 'Find on these pages' })).toHaveValue('invoice');
  await expect(page.getByRole('status').filter({ hasText: '1 of 1' })).toBeVisible();
  pictures.resolve();
  await expect(page.locator('.page-mark')).toHaveCount(1);
  await expect(page.locator('.page-mark[data-now]')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Close find' })).toBeInViewport({ ratio: 1 });
  await expectNoSideScroll(page);
  await expectAccessible(page);
});
