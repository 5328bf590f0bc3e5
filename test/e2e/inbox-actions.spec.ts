import {
  barButton,
  check,
  chooseMore,
  downloaded,
  ensureMailbox,
  folder,
  openInbox,
  receive,
  rowOf,
  rows,
} from './inbox-rig.ts';
import { confirmByEnter } from './mailbox.ts';
import { expect, test } from './product.ts';
import { watchCalls } from './watched-calls.ts';

/** A mailbox for sorting, searching and downloading. */
const BOX = '2125550677';

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, BOX, { '3135550141': 3, '3135550142': 1, '3135550143': 2 });
});

test('[INBOX-01] [INBOX-02] the buttons over the reader appear with a selection', async ({
  page,
  product,
}) => {
  await ensureMailbox(product, '2125550673', { '3135550151': 1 });
  await openInbox(page, product, '2125550673');
  await expect(page.getByRole('navigation', { name: 'Folders' }).getByText('Send fax')).toBeVisible();
  await expect(page.getByRole('toolbar')).toBeHidden();
  await check(page, '313-555-0151');
  for (const name of ['Delete', 'Archive', 'More']) await expect(barButton(page, name)).toBeVisible();
  await barButton(page, 'More').click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Download as PDF',
    'Download as TIFF',
    'Mark as read',
  ]);
  // Only the applicable mark is offered.
  await page.getByRole('menuitem', { name: 'Mark as read' }).click();
  await expect(page.getByText('Fax marked as read')).toBeVisible();
  await barButton(page, 'More').click();
  await expect(page.getByRole('menuitem').last()).toHaveText('Mark as unread');
});

test('[INBOX-23] faxes go to the archive, come back, and are deleted after a question', async ({
  page,
  product,
}) => {
  await ensureMailbox(product, '2125550674', {
    '3135550151': 1,
    '3135550152': 1,
    '3135550153': 1,
    '3135550154': 1,
    '3135550155': 1,
  });
  await openInbox(page, product, '2125550674');
  await check(page, '313-555-0151', '313-555-0152');
  await barButton(page, 'Archive').click();
  await expect(page.getByText('2 faxes archived')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await folder(page, 'Archive').click();
  await expect(rows(page)).toHaveCount(2);
  await rowOf(page, '313-555-0151').click();
  await barButton(page, 'Restore').click();
  await expect(page.getByText('Fax restored')).toBeVisible();
  await expect(page.getByRole('article')).toBeHidden();
  await check(page, '313-555-0152');
  await barButton(page, 'Delete').click();
  await confirmByEnter(page);
  await expect(page.getByText('Fax deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Archive is empty' })).toBeVisible();
  await folder(page, 'Inbox').click();
  await expect(rows(page)).toHaveCount(4);
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
});

test('everything is done with the keyboard alone', async ({ page, product }) => {
  const number = '2125550775';
  await ensureMailbox(product, number, {
    '3135550151': 1,
    '3135550152': 1,
    '3135550153': 1,
    '3135550154': 1,
  });
  await openInbox(page, product, number);
  const numbers = await rows(page).locator('.it-name').allTextContents();
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toContainText(numbers[1] ?? '');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
  await page.keyboard.press('e');
  await expect(page.getByText('Fax archived')).toBeVisible();
  await expect(rows(page)).toHaveCount(numbers.length - 1);
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Delete');
  await confirmByEnter(page);
  await expect(page.getByText('Fax deleted')).toBeVisible();
  await expect(rows(page)).toHaveCount(numbers.length - 2);
  await expect(rows(page).first()).toBeFocused();
});

test('a fax that arrives shows up by itself, and the selection stays', async ({ page, product }) => {
  await ensureMailbox(product, '2125550676', { '3135550151': 1, '3135550152': 1 });
  await openInbox(page, product, '2125550676');
  const number = (await rows(page).first().locator('.it-name').textContent()) ?? '';
  const before = await rows(page).count();
  await check(page, number);
  await receive(product, '2125550676', '3135550159', 1);
  await expect(rows(page)).toHaveCount(before + 1, { timeout: 15_000 });
  await expect(rowOf(page, number)).toHaveAttribute('aria-selected', 'true');
});

test('[MSG-12] faxes are marked unread and read', async ({ page, product }) => {
  await openInbox(page, product, BOX);
  await check(page, '313-555-0141', '313-555-0142');
  await chooseMore(page, 'Mark as read');
  await expect(page.getByText('2 faxes marked as read')).toBeVisible();
  await expect(rowOf(page, '313-555-0141')).not.toContainText('Unread');
  await chooseMore(page, 'Mark as unread');
  await expect(page.getByText('2 faxes marked as unread')).toBeVisible();
  await page.reload();
  await expect(rowOf(page, '313-555-0141')).toContainText('Unread');
  await expect(rowOf(page, '313-555-0142')).toContainText('Unread');
});

test('[INBOX-35] a search finds numbers and dates, says how many, and is cleared', async ({
  page,
  product,
}) => {
  await openInbox(page, product, BOX);
  const box = page.getByRole('textbox', { name: 'Search all folders' });
  await box.fill('0142');
  await box.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: '1 fax in all folders' })).toBeVisible();
  const date = await rows(page).first().locator('time').textContent();
  await box.fill(date?.slice(0, 10) ?? '');
  await box.press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await box.fill('nobody at all');
  await box.press('Enter');
  await expect(page.getByText('No faxes match')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(rows(page)).toHaveCount(3);
});

test('[INBOX-16] faxes are sorted by each of the five columns in both directions', async ({
  page,
  product,
}) => {
  const calls = watchCalls(page);
  await openInbox(page, product, BOX);
  const order = () => rows(page).locator('.it-name').allTextContents();
  await page.getByRole('button', { name: 'Date', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Pages' }).click();
  await expect(page.getByText('Most pages first')).toBeVisible();
  await expect.poll(order).toEqual(['313-555-0141', '313-555-0143', '313-555-0142']);
  for (const column of ['Fax number', 'Company', 'Size', 'Date', 'Pages']) {
    await sortBy(column);
    const once = await order();
    await sortBy(column);
    await expect(page).toHaveURL(/order=/u);
    if (column !== 'Company') await expect.poll(order).toEqual(once.toReversed());
  }
  const sorted = calls
    .filter(({ path }) => path.endsWith('/SSPFaxArchive.json'))
    .map(({ query }) => [
      query.get(`columns[${query.get('order[0][column]')}][data]`),
      query.get('order[0][dir]'),
    ]);
  for (const column of ['from_company', 'fax_date', 'fax_from', 'fax_pages', 'fax_size'])
    for (const direction of ['asc', 'desc']) expect(sorted).toContainEqual([column, direction]);

  async function sortBy(column: string): Promise<void> {
    const words = page.locator('.list-hdr .grow');
    const before = await words.textContent();
    await page.locator('.list-sort').click();
    await page.getByRole('menuitem', { name: column }).click();
    await expect(words).not.toHaveText(before ?? '');
    await expect(page.locator('.rows')).not.toHaveAttribute('data-stale', 'true');
  }
});

test('[INBOX-37] [INBOX-38] one fax downloads as PDF or TIFF, several as one zip', async ({
  page,
  product,
}) => {
  await openInbox(page, product, BOX);
  await check(page, '313-555-0141');
  const pdf = await downloaded(page, () => chooseMore(page, 'Download as PDF'));
  expect(pdf.name).toMatch(/^fax_3135550141_\d{12}\.pdf$/u);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const tiff = await downloaded(page, () => chooseMore(page, 'Download as TIFF'));
  expect(['II*\0', 'MM\0*']).toContain(tiff.bytes.subarray(0, 4).toString('latin1'));
  await check(page, '313-555-0142');
  for (const entry of ['Download as PDF', 'Download as TIFF']) {
    const zip = await downloaded(page, () => chooseMore(page, entry));
    expect(zip.name).toBe('fax.zip');
    // One entry in the zip's directory for each fax.
    expect(zip.bytes.toString('latin1').split('PK\x01\x02')).toHaveLength(3);
  }
});

test('[INBOX-03] the folder list collapses to icons and keeps its counts', async ({ page, product }) => {
  await openInbox(page, product, BOX);
  const inbox = folder(page, 'Inbox');
  const unread = (await inbox.locator('.cnt .sr').textContent()) ?? '';
  for (const name of ['Inbox', 'Outbox', 'Sent', 'Archive']) await expect(folder(page, name)).toBeVisible();
  const width = (await inbox.boundingBox())?.width ?? 0;
  await page.getByRole('button', { name: 'Collapse folders' }).click();
  await expect.poll(async () => (await inbox.boundingBox())?.width ?? width).toBeLessThan(width / 2);
  await expect(inbox).toContainText(unread);
  await page.reload();
  await page.getByRole('button', { name: 'Show folder names' }).click();
  await expect(inbox).toContainText(unread);
});
