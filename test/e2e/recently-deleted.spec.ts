import { confirmByEnter, expectAccessible } from './mailbox.ts';
import { barButton, check, ensureMailbox, folder, openInbox, rowOf, rows } from './inbox-rig.ts';
import { expect, test } from './product.ts';
import { countSteps } from './steps.ts';

const BOX = '2125550781';

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, BOX, { '3135550161': 1, '3135550162': 2, '3135550163': 1 });
});

test('undo a deletion: one key, also after a reload and in another tab', async ({ page, product }) => {
  await openInbox(page, product, BOX);
  const before = await rows(page).allTextContents();
  const other = await page.context().newPage();
  await other.goto('inbox');
  await expect(rows(other)).toHaveCount(before.length);
  await rows(page).first().focus();
  const steps = await countSteps(page);
  await page.keyboard.press('Delete');
  await confirmByEnter(page);
  const notice = page.getByRole('status').filter({ hasText: 'Fax deleted' });
  await expect(notice).toContainText('Undo');
  // While the pointer is on the notice, it stays, however long the other tab takes.
  await notice.locator('.growl').hover();
  await expect(rows(page)).toHaveCount(before.length - 1);
  await expect(rows(other)).toHaveCount(before.length - 1);
  await page.keyboard.press('Control+Z');
  await expect(rows(page)).toHaveText(before);
  // Delete, the confirmation, Ctrl+Z.
  expect(await steps()).toEqual({ clicks: 0, keys: 3 });
  await expect(rows(other)).toHaveText(before);

  // The notice's ten seconds must not run out while a busy machine reloads the page.
  await page.clock.setFixedTime(new Date());
  await check(page, '313-555-0161', '313-555-0162');
  await barButton(page, 'Delete').click();
  await confirmByEnter(page);
  await expect(rows(page)).toHaveCount(before.length - 2);
  // The list shows the result immediately; the notice appears once the server has responded.
  await expect(page.getByText('2 faxes deleted')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(rows(page)).toHaveText(before);
});

test('[INBOX-47] a deleted fax is read and restored in Recently deleted, and erased there after a question', async ({
  page,
  product,
}) => {
  await openInbox(page, product, BOX);
  await check(page, '313-555-0162', '313-555-0163');
  await barButton(page, 'Delete').click();
  await confirmByEnter(page);
  await expect(page.getByText('2 faxes deleted')).toBeVisible();
  await folder(page, 'Recently deleted').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rowOf(page, '313-555-0162')).toContainText('30 days left');
  await rowOf(page, '313-555-0162').click();
  await expect(page.getByRole('article')).toContainText('Deleted from Inbox today at');
  await expect(page.getByRole('article').locator('.page img').first()).toBeVisible();
  await expectAccessible(page);
  await barButton(page, 'Restore to Inbox').click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Erase all now' }).click();
  const question = page.getByRole('alertdialog', { name: 'Erase this fax?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Erase all now' }).click();
  await question.getByRole('button', { name: 'Erase now' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing deleted' })).toBeVisible();
  await folder(page, 'Inbox').click();
  await expect(rowOf(page, '313-555-0162')).toBeVisible();
  await expect(rowOf(page, '313-555-0163')).toBeHidden();
});
