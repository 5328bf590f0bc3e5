import { barButton, check, ensureMailbox, folder, openInbox, rowOf, rows } from './inbox-rig.ts';
import { expectAccessible } from './mailbox.ts';
import { expect, test } from './product.ts';

const BOX = '2125550688';

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, BOX, { '3135550541': 3, '3135550542': 1, '3135550543': 2 });
});

test('one search goes over all folders, its filters are words and chips, and Back returns to it', async ({
  page,
  product,
}) => {
  await openInbox(page, product, BOX);
  await check(page, '313-555-0541');
  await barButton(page, 'Archive').click();
  await expect(rows(page)).toHaveCount(2);
  const box = page.getByRole('textbox', { name: 'Search all folders' });
  await box.fill('from:313 after:2020');
  await box.press('Enter');
  await expect(page).toHaveURL(/\?q=from:313\+after:2020$/u);
  await expect(rows(page)).toHaveCount(3);
  await expect(rowOf(page, '313-555-0541')).toContainText('Archive');
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('On or after 01/01/2020');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Pages', exact: true }).click();
  await page.getByLabel('At least').fill('2');
  await page.getByLabel('At least').press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(box).toHaveValue('from:313 after:2020 pages:>=2');
  await rowOf(page, '313-555-0541').click();
  await expect(page.getByRole('article')).toContainText('313-555-0541');
  await page.reload();
  await expect(page.getByRole('article')).toContainText('313-555-0541');
  await expect(rows(page)).toHaveCount(2);
  await barButton(page, 'Restore').click();
  await expect(rowOf(page, '313-555-0541')).toContainText('Inbox');
  await folder(page, 'Archive').click();
  await expect(page.getByRole('heading', { name: 'Archive is empty' })).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);

  await box.fill('pages:>x');
  await box.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'isn’t a number of pages' })).toBeVisible();
  await box.fill('nobody');
  await box.press('Enter');
  await expect(page.getByText('No faxes match')).toHaveCount(1);
  await page.getByRole('button', { name: 'Search tips' }).click();
  await expect(page.getByRole('dialog')).toContainText('Only faxes in that folder');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(rows(page)).toHaveCount(3);
  await page.goto('inbox?fax=%2212%22&q=%22313%22');
  await expect(rows(page)).toHaveCount(3);
});
