import { addNumber, enter, expectAccessible } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';

const WRITER = '2125550197';
const LEAVER = '2125550196';

test('a fax is saved as it is written, continued on another device, discarded and restored', async ({
  page,
  browser,
  product,
  faults,
}) => {
  faults.allow(/^409: (?:PUT|POST) \S+\/(?:faxDrafts|holdFaxDraft)$/u);
  await ensureAccount(product, WRITER);
  await enter(page, product, WRITER, 'inbox/compose');
  await addNumber(page, '3105550198');
  await page.getByRole('switch', { name: 'Cover page' }).check();
  await page.getByLabel('Subject').fill('Boiler room');
  await expect(page.getByText('Saved in Drafts')).toBeVisible();

  const context = await browser.newContext({ baseURL: `${product.baseURL.replace(/\/$/u, '')}/` });
  const other = await context.newPage();
  await enter(other, product, WRITER, 'inbox/drafts');
  const row = other.getByRole('row', { name: /Boiler room/u });
  await expect(row).toContainText('To 310-555-0198');
  await expect(row).toContainText('Now open on');
  await row.getByRole('button', { name: 'Continue Boiler room' }).click();
  await expect(other.getByLabel('Subject')).toHaveValue('Boiler room');
  await other.getByLabel('Comments').fill('From the other device');
  await expect(other.getByText('Saved in Drafts')).toBeVisible();

  await page.getByLabel('Subject').fill('Not to be lost');
  await expect(page.getByText('This draft is open on another device')).toBeVisible();
  await page.getByRole('button', { name: 'Keep as a new draft' }).click();
  await expect(page.getByText('Saved in Drafts')).toBeVisible();
  await page.getByRole('link', { name: 'Send fax' }).click();
  await expect(page.getByText('0 of 10')).toBeVisible();

  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Drafts' }).click();
  const mine = page.getByRole('row', { name: /Not to be lost/u });
  await expect(mine).toContainText('On this device');
  await expect(page.getByRole('row', { name: /Boiler room/u })).toBeVisible();
  await expectAccessible(page);
  await mine.getByRole('button', { name: 'Discard Not to be lost' }).click();
  await expect(mine).toBeHidden();
  await page.getByRole('button', { name: /^Undo/u }).click();
  await expect(mine).toBeVisible();
  await context.close();
});

test('a draft is open nowhere once its page was left by loading another one', async ({ page, product }) => {
  await ensureAccount(product, LEAVER);
  await enter(page, product, LEAVER, 'inbox/compose');
  await addNumber(page, '3105550198');
  await expect(page.getByText('Saved in Drafts')).toBeVisible();
  await page.goto('inbox/drafts');
  const row = page.getByRole('row', { name: /310-555-0198/u });
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Open in another window');
});
