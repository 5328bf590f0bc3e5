import type { Page } from '@playwright/test';
import { addNumber, enter, expectAccessible, sendButton } from './mailbox.ts';
import { ensureAccount, ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550181';
const SETTINGS = 'api/db/f2e/CoverPageSettings.json';

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const template = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
/** Returns the pixels of a picture, for comparison with another; empty while it loads or is being replaced. */
const pixelsOf = async (page: Page, selector: string) =>
  await page.locator(selector).evaluate((image: HTMLImageElement) => {
    if (!image.complete || image.naturalWidth === 0) return '';
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [400, 520];
    canvas.getContext('2d')?.drawImage(image, 0, 0, 400, 520);
    return canvas.toDataURL();
  });

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, OWNER);
  await ensureSimulator(product);
});

test.beforeEach(async ({ page, product }) => {
  await enter(page, product, OWNER, 'preferences/cover-page');
  await expect(page.getByRole('heading', { name: 'Cover page', level: 1 })).toBeVisible();
  await expect(save(page)).toBeVisible();
});

test('[PCOV-01] [PCOV-02] [PCOV-03] a toggle that names the e-mail address, four fields, two that nobody can edit', async ({
  page,
}) => {
  const toggle = page.getByRole('switch', { name: 'Use a cover page' });
  await expect(toggle).toHaveAccessibleDescription(/owner-2125550181@example\.com|@/u);
  for (const label of ['Name', 'Company', 'Location', 'Phone'])
    await expect(page.getByLabel(label, { exact: true })).toBeEditable();
  await expect(page.getByLabel('Fax number')).toHaveValue('212-555-0181');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(/@/u);
  for (const label of ['Fax number', 'Email'])
    await expect(page.getByLabel(label, { exact: true })).not.toBeEditable();
});

test('[PCOV-04] [PCOV-05] every template has a small picture, the chosen one a large preview', async ({
  page,
}) => {
  const small = page.locator('.templates img');
  await expect(small).toHaveCount(6);
  for (const image of await small.all())
    await expect
      .poll(async () => await image.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBe(160);
  const large = '.coverp-area img';
  const seen = new Set<string>();
  for (const name of ['Classic', 'Banner', 'Letter', 'Form', 'Split', 'Letterhead']) {
    await template(page, name).check();
    await expect(page.locator('.coverp-sample .meta')).toHaveText(name);
    await expect(page.locator(large)).toHaveAttribute('alt', `Preview of the template ${name}`);
    await expect
      .poll(async () => {
        const bytes = await pixelsOf(page, large);
        return bytes === '' || seen.has(bytes) ? '' : (seen.add(bytes), 'new');
      })
      .toBe('new');
  }
});

test('[PCOV-06] [PCOV-08] fields take no more than their limits, a wrong phone is said and cannot be saved', async ({
  page,
  context,
}) => {
  for (const [label, max] of [
    ['Name', 40],
    ['Company', 40],
    ['Location', 50],
    ['Phone', 16],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill('');
    await field.pressSequentially('7'.repeat(max + 1));
    await expect(field).toHaveValue('7'.repeat(max));
  }
  await expect(save(page)).toBeEnabled();
  await page.getByLabel('Phone', { exact: true }).fill('555-x');
  await expect(page.getByText('Use up to 16 digits.')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.getByLabel('Phone', { exact: true }).fill('5551234');
  await expect(save(page)).toBeEnabled();
  const token = (await context.cookies()).find(({ name }) => name === 'access-token')?.value ?? '';
  for (const data of [
    { name: 'n'.repeat(41) },
    { company: 'c'.repeat(41) },
    { location: 'l'.repeat(51) },
    { phone: '1'.repeat(17) },
    { phone: '12a' },
  ]) {
    const answer = await page.request.put(SETTINGS, { data, headers: { 'X-Access-Token': token } });
    expect([data, answer.status()]).toEqual([data, 400]);
  }
});

test('[PCOV-07] [PCOV-12] [COMP-40] [COMP-45] saved by the shortcut, they prefill compose; what is changed there stays there', async ({
  page,
}) => {
  await page.getByRole('switch', { name: 'Use a cover page' }).check();
  await page.getByLabel('Name', { exact: true }).fill('Dana Whitfield');
  await page.getByLabel('Company', { exact: true }).fill('Brightside');
  await page.getByLabel('Location', { exact: true }).fill('Springfield');
  await page.getByLabel('Phone', { exact: true }).fill('1234567890123456');
  await template(page, 'Form').check();
  await page.route('**/CoverPageSettings.json', async (route) => {
    if (route.request().method() === 'PUT') await expect(page.locator('.growl')).toContainText('Saving');
    await route.continue();
  });
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(page.locator('.growl')).toContainText('Settings saved.');

  await page.goto('inbox/compose');
  await expect(page.getByRole('switch', { name: 'Cover page' })).toBeChecked();
  await expect(page.getByText('Dana Whitfield · Brightside · 123456789012345 · Springfield')).toBeVisible();
  await expect(template(page, 'Form')).toBeChecked();
  await page.getByRole('button', { name: 'Change sender' }).click();
  await page.getByLabel('Your name').fill('Somebody else');
  await template(page, 'Letter').check();
  await addNumber(page, '3105550191');
  const sent = page.waitForRequest('**/sendFax');
  await sendButton(page).click();
  expect((await sent).postData()).toMatch(/name="from_person"\s+Somebody else\s/u);
  await expect(page).toHaveURL(/folder=Outbox/u);
  await page.goto('inbox/compose');
  await expect(page.getByText('Dana Whitfield · Brightside')).toBeVisible();
  await expect(template(page, 'Form')).toBeChecked();
  await page.goto('preferences/cover-page');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Dana Whitfield');
  await expect(template(page, 'Form')).toBeChecked();
});

test('a refused save says so and keeps what was written', async ({ page, faults }) => {
  faults.allow(/^500: PUT .*CoverPageSettings/u);
  await page.route('**/CoverPageSettings.json', async (route) => {
    if (route.request().method() === 'PUT')
      await route.fulfill({ status: 500, json: { success: false, error: 'INTERNAL', message: '' } });
    else await route.continue();
  });
  await page.getByLabel('Name', { exact: true }).fill('Kept');
  await save(page).click();
  await expect(page.locator('.growl')).toContainText('couldn’t be saved');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kept');
});

for (const look of [
  { name: 'light', width: 1440, height: 900, scheme: 'light' },
  { name: 'dark', width: 1440, height: 900, scheme: 'dark' },
  { name: '390 px', width: 390, height: 844, scheme: 'light' },
] as const)
  test(`cover page preferences are accessible: ${look.name}`, async ({ page }) => {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: look.scheme });
    await expectAccessible(page);
  });
