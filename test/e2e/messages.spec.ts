import { addNumber, attach, ORDER, sendButton } from './mailbox.ts';
import { barButton, ensureMailbox, folder, openInbox, rowOf, rows } from './inbox-rig.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';

const BOX = '2125550620';
const PARTNER = '2125550621';
const FOLDERS = '2125550622';

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, BOX, { '3135550341': 2, '3135550342': 1 });
  await ensureAccount(product, PARTNER);
});

test('[INBOX-15] the first list is asked for by date, the newest first', async ({ page, product }) => {
  const asked = page.waitForRequest((request) => request.url().includes('SSPFaxArchive.json'));
  await openInbox(page, product, BOX);
  const query = new URL((await asked).url()).searchParams;
  const column = query.get('order[0][column]');
  expect(query.get(`columns[${column}][data]`)).toBe('fax_date');
  expect(query.get('order[0][dir]')).toBe('desc');
  await expect(rows(page)).toContainText(['313-555-0342', '313-555-0341']);
});

test('[INBOX-13] the state of the list: folder, order, page, search, what is checked, view, and how many there are', async ({
  page,
  product,
}) => {
  await openInbox(page, product, BOX);
  const search = () => Object.fromEntries(new URL(page.url()).searchParams);
  // selectedFolder Inbox, selectedSorting fax_date, selectedOrder desc, currentPage 1, selectedView vertical: the
  // defaults.
  expect(search()).toEqual({});
  await expect(page.getByText('2 faxes')).toBeVisible();
  await rowOf(page, '313-555-0341').locator('[data-check]').click();
  await expect(rowOf(page, '313-555-0341')).toHaveAttribute('aria-selected', 'true');
  await page.goto('inbox?sort=fax_pages&order=asc&q=0341&view=horizontal&folder=Archive');
  await expect(page.getByRole('heading', { name: 'Search results', level: 1 })).toBeVisible();
  expect(search()).toEqual({
    sort: 'fax_pages',
    order: 'asc',
    q: '0341',
    view: 'horizontal',
    folder: 'Archive',
  });
});

test('[INBOX-17] [INBOX-44] a row has a check box, name or number, company, pages, date and size', async ({
  page,
  product,
}) => {
  await openInbox(page, product, BOX);
  const row = rowOf(page, '313-555-0341');
  await expect(row.locator('[data-check]')).toBeAttached();
  await expect(row).toContainText('313-555-0341');
  await expect(row).toContainText('2 pages');
  await expect(row.locator('.it-size')).toBeHidden();
  await expect(row.locator('time')).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/u);
  await page.goto('inbox?view=horizontal');
  await expect(row).toContainText(/\d+(?:\.\d)? [KM]?B/u);
  await page.goto('contacts?new=1&faxnum=3135550341&company=Alder');
  await page.getByLabel('Name', { exact: true }).fill('Eleanor Finch');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Contact added')).toBeVisible();
  await page.goto('inbox');
  await expect(rowOf(page, 'Eleanor Finch')).toContainText('Alder');
  const search = page.getByRole('textbox', { name: /^Search/u });
  const date = (await rowOf(page, 'Eleanor Finch').locator('time').textContent())?.slice(0, 10) ?? '';
  for (const [words, found] of [
    ['alder', 1],
    [date, 2],
    ['5550342', 1],
    ['eleanor', 1],
  ] as const) {
    await search.fill(words);
    const asked = page.waitForRequest((one) => new URL(one.url()).searchParams.get('q') === words);
    await page.keyboard.press('Enter');
    await asked;
    await expect(rows(page)).toHaveCount(found);
  }
  await page.goto('dashboard');
  await expect(page.getByRole('table', { name: 'Recently received' })).toContainText('Eleanor Finch');
});

test('[MSG-01] [MSG-06] a received fax is «from» and can be rotated, a sent one is «to» and cannot', async ({
  page,
  product,
}) => {
  await openInbox(page, product, BOX);
  await rowOf(page, '313-555-0342').click();
  const fax = page.getByRole('article');
  await expect(fax.locator('.fx-label')).toHaveText('From');
  await expect(barButton(page, 'Turn right')).toBeVisible();
  await page.goto('inbox/compose');
  await addNumber(page, PARTNER);
  await attach(page, ORDER);
  await sendButton(page).click();
  await expect(page).toHaveURL(/folder=Outbox/u);
  await expect(page.getByRole('heading', { name: 'Fax delivered' })).toBeVisible({ timeout: 60_000 });
  await folder(page, 'Sent').click();
  await rowOf(page, '212-555-0621').click();
  await expect(fax.locator('.fx-label')).toHaveText('To');
  await expect(barButton(page, 'Delete')).toBeVisible();
  await expect(barButton(page, 'Turn right')).toHaveCount(0);
});

test('[INBOX-19] [INBOX-20] [INBOX-21] each fax is in its folder only, a deleted one in none', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, FOLDERS, { '3135550351': 1, '3135550352': 1, '3135550353': 1 });
  await openInbox(page, product, FOLDERS);
  for (let sent = 0; sent < 2; sent += 1) {
    await page.goto('inbox/compose');
    await addNumber(page, PARTNER);
    await attach(page, ORDER);
    await sendButton(page).click();
    await expect(page).toHaveURL(/folder=Outbox/u);
    await expect(page.getByRole('heading', { name: 'Fax delivered' })).toBeVisible({ timeout: 60_000 });
  }
  await folder(page, 'Sent').click();
  await expect(rows(page)).toHaveCount(2);
  await rows(page).first().locator('[data-check]').click();
  await barButton(page, 'Archive').click();
  await expect(rows(page)).toHaveCount(1);
  await folder(page, 'Inbox').click();
  await rowOf(page, '313-555-0351').locator('[data-check]').click();
  await barButton(page, 'Archive').click();
  await expect(rows(page)).toHaveCount(2);
  await rowOf(page, '313-555-0352').locator('[data-check]').click();
  await barButton(page, 'Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Fax deleted')).toBeVisible();
  for (const [name, numbers] of [
    ['Inbox', [/313-555-0353/u]],
    ['Sent', [/212-555-0621/u]],
    ['Archive', [/./u, /./u]],
  ] as const) {
    await folder(page, name).click();
    await expect(rows(page)).toHaveText([...numbers]);
  }
  for (const number of ['313-555-0351', '212-555-0621']) await expect(rowOf(page, number)).toHaveCount(1);
});

test('printing has the pages of the fax and nothing else', async ({ page, product }) => {
  await openInbox(page, product, BOX);
  await rowOf(page, '313-555-0342').click();
  await expect(page.locator('.page-area .page').first()).toHaveAttribute('data-state', 'ready');
  await page.evaluate(() =>
    Object.assign(globalThis, { print: () => Object.assign(globalThis, { printed: 1 }) }),
  );
  await barButton(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect.poll(async () => await page.evaluate(() => (globalThis as { printed?: 1 }).printed)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.page-area .page img').first()).toBeVisible();
  for (const gone of ['.hd', '.list', '.fx', '[role=toolbar]', '.folders'])
    for (const part of await page.locator(gone).all()) await expect(part).toBeHidden();
});
