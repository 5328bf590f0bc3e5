import { barButton, check, ensureMailbox, folder, openInbox, rowOf, rows } from './inbox-rig.ts';
import { expectAccessible } from './mailbox.ts';
import { expect, test } from './product.ts';

/** A mailbox that tests read and search, but leave unchanged. */
const BOX = '2125550670';

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, BOX, { '3135550141': 3, '3135550142': 1, '3135550143': 2 });
});

test.beforeEach(async ({ page, product }) => {
  await openInbox(page, product, BOX);
  await expect(rows(page)).toHaveCount(3);
});

test('[INBOX-09] [MSG-02] [MSG-11] an unread fax is opened beside the list, says what it is, and is read then', async ({
  page,
}) => {
  const inbox = folder(page, 'Inbox');
  await expect(inbox).toContainText('3 unread');
  await rowOf(page, '313-555-0142').click();
  const fax = page.getByRole('article');
  await expect(fax.getByRole('heading')).toHaveText('313-555-0142');
  await expect(fax).toContainText('From');
  await expect(fax).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/u);
  await expect(fax).toContainText(/1 page · [\d.]+ [KM]?B/u);
  await expect(fax.locator('.av')).toBeVisible();
  await expect(inbox).toContainText('2 unread');
  await page.reload();
  await expect(rowOf(page, '313-555-0142')).not.toContainText('Unread');
});

test('[MSG-03] [MSG-04] one picture for each page, one below the other, with a spinner until it comes', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/getFaxFile?*prev*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await rowOf(page, '313-555-0141').click();
  const pages = page.locator('.page-area .page');
  await expect(pages).toHaveCount(3);
  await expect(pages.first().locator('.sp')).toBeVisible();
  held.resolve();
  for (const number of [1, 2, 3]) {
    const image = page.getByRole('img', { name: `Page ${number} of 3` });
    await image.scrollIntoViewIfNeeded();
    await expect(pages.nth(number - 1)).toHaveAttribute('data-state', 'ready');
    const file = new URL((await image.getAttribute('src')) ?? '', page.url()).searchParams.get('file');
    expect(file).toMatch(new RegExp(`^[\\w-]{16,64}/prev${number}\\.gif$`, 'u'));
  }
});

test('[MSG-05] a page that fails is alone in failing, and can be tried again', async ({ page, faults }) => {
  faults.allow(/^500: GET .*prev2/u);
  let broken = true;
  await page.route('**/getFaxFile?*prev2*', async (route) => {
    await (broken ? route.fulfill({ status: 500 }) : route.continue());
  });
  await rowOf(page, '313-555-0141').click();
  const second = page.locator('.page-area .page').nth(1);
  await second.scrollIntoViewIfNeeded();
  await expect(second).toContainText('Page 2 can’t be shown');
  await expect(page.locator('.page-area .page').first()).toHaveAttribute('data-state', 'ready');
  broken = false;
  await second.getByRole('button', { name: 'Try again' }).click();
  await expect(second).toHaveAttribute('data-state', 'ready');
});

test('[MSG-07] turning shows the page turned, and it stays so', async ({ page }) => {
  await rowOf(page, '313-555-0143').click();
  const first = page.locator('.page-area .page').first();
  const wide = () =>
    first.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > image.naturalHeight);
  await expect(first).toHaveAttribute('data-state', 'ready');
  const before = await wide();
  const asked = page.waitForRequest('**/faxRotate');
  await barButton(page, 'Turn right').click();
  expect((await asked).postDataJSON()).toMatchObject({ inbox: 1, fid: expect.stringMatching(/^\d+$/u) });
  await expect.poll(wide).toBe(!before);
  await page.reload();
  await expect(first).toHaveAttribute('data-state', 'ready');
  expect(await wide()).toBe(!before);
});

test('[MSG-09] [MSG-10] the arrows walk through the faxes and end at the first and the last', async ({
  page,
}) => {
  await rows(page).first().click();
  await expect(page.getByText('1 of 3')).toBeVisible();
  await expect(barButton(page, 'Previous fax')).toHaveAttribute('aria-disabled', 'true');
  await barButton(page, 'Next fax').click();
  await expect(page.getByText('2 of 3')).toBeVisible();
  await barButton(page, 'Next fax').click();
  await expect(page.getByText('3 of 3')).toBeVisible();
  await expect(barButton(page, 'Next fax')).toHaveAttribute('aria-disabled', 'true');
});

test('reload and Back restore folder, order, search and the opened fax', async ({ page }) => {
  await rowOf(page, '313-555-0142').click();
  await expect(page.getByRole('article')).toContainText('313-555-0142');
  await page.reload();
  await expect(page.getByRole('article')).toContainText('313-555-0142');
  await folder(page, 'Archive').click();
  await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article')).toContainText('313-555-0142');
  await page.goto('inbox?folder=Nonsense&page=x&sort=fax_size&order=asc&q=0141');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Search results', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
  await expect(page.getByText('Smallest first')).toBeVisible();
});

test('[INBOX-07] [INBOX-08] the vertical list is the default; the horizontal view has the fax below a table, and the device remembers', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Horizontal view' }).click();
  const bar = page.getByRole('separator', { name: 'Height of the list' });
  await rowOf(page, '313-555-0141').click();
  const fax = page.getByRole('article');
  await expect(fax.getByRole('heading')).toHaveText('313-555-0141');
  const [list, below] = [await rows(page).first().boundingBox(), await fax.boundingBox()];
  expect(below?.y).toBeGreaterThan(list?.y ?? Number.POSITIVE_INFINITY);
  await page.getByRole('button', { name: 'Pages', exact: true }).click();
  await expect(rows(page).first()).toContainText('313-555-0141');
  await bar.press('ArrowDown');
  await expect(bar).toHaveAttribute('aria-valuenow', '46');
  await page.goto('inbox');
  await expect(bar).toHaveAttribute('aria-valuenow', '46');
  await page.getByRole('button', { name: 'Vertical view' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(bar).toHaveCount(0);
});

test('[INBOX-32] [INBOX-33] [INBOX-34] welcome at first, then select a fax, then an empty folder', async ({
  page,
}) => {
  await expect(page.getByRole('heading', { name: /^Welcome/u })).toBeVisible();
  await check(page, '313-555-0141');
  await page.getByRole('button', { name: 'Cancel selection' }).click();
  await expect(page.getByRole('heading', { name: 'Select a fax' })).toBeVisible();
  await folder(page, 'Archive').click();
  await expect(page.getByRole('heading', { name: 'Archive is empty' })).toBeVisible();
});

test('no accessibility fault in light and dark: list, reader, selection, empty folder', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('inbox');
    await expect(rows(page)).toHaveCount(3);
    await expectAccessible(page);
    await rowOf(page, '313-555-0142').click();
    await expect(page.locator('.page-area .page').first()).toHaveAttribute('data-state', 'ready');
    await expectAccessible(page);
    await check(page, '313-555-0141');
    await expectAccessible(page);
    await page.goto('inbox?folder=Archive');
    await expect(page.getByRole('heading', { name: 'Archive is empty' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('inbox?folder=Outbox');
    await expect(page.getByRole('heading', { name: 'No faxes waiting' })).toBeVisible();
    await expectAccessible(page);
  }
});
