import { confirmByEnter, enter, expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550695';
const PATH = 'preferences/subaccounts';

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, OWNER);
});

test('[SUB-03] [SUB-08] [SUB-09] [SUB-11] [SUB-16] subaccounts: words, faults, five at most, all removed', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^412: POST .*SubAccount/u);
  await enter(page, product, OWNER, PATH);
  const add = page.getByRole('button', { name: 'Add email address' });
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Email address');
  await add.click();
  for (const [right, words] of [
    ['Receives faxes', 'This address receives all incoming faxes.'],
    ['Sends faxes', 'A user can send faxes from this email account.'],
  ] as const) {
    await dialog.getByText(right).hover();
    await expect(dialog.getByTitle(words)).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: right })).toHaveAccessibleDescription(words);
  }
  const typed = Date.now();
  await field.fill('dana@example');
  await expect(dialog.getByText(/Enter a valid email address/u)).toBeVisible();
  expect(Date.now() - typed).toBeGreaterThan(900);
  await field.fill(`${'x'.repeat(70)}@example.com`);
  expect((await field.inputValue()).length).toBe(64);
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    if (await dialog.isHidden()) await add.click();
    await expect(add).toBeEnabled();
    await field.fill(`${name}@example.com`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('cell', { name: `${name}@example.com Not confirmed yet` })).toBeVisible();
  }
  await expect(dialog).toBeHidden();
  await expect(add).toBeDisabled();
  await page.reload();
  await expect(add).toBeDisabled();
  const sixth = await page.evaluate(async () => {
    const token = /(?:^|; )access-token=([^;]*)/u.exec(document.cookie)?.[1] ?? '';
    const answer = await fetch('api/db/f2e/SubAccount.json', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': token },
      body: JSON.stringify({ email: 'six@example.com' }),
    });
    return `${answer.status} ${((await answer.json()) as { error: string }).error}`;
  });
  expect(sixth).toBe('412 SUBACCOUNT_LIMIT');
  const removed: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') removed.push(request.postDataJSON());
  });
  await page.getByRole('button', { name: 'Remove all' }).click();
  await confirmByEnter(page);
  await expect(page.getByRole('heading', { name: 'No other addresses' })).toBeVisible();
  expect(removed).toEqual(
    ['one', 'two', 'three', 'four', 'five'].map((name) => ({ email: `${name}@example.com` })),
  );
});

test('[PGEN-14] general settings say that they are being saved, then that they are, and are there after a reload', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^500: PUT .*GlobalSettings/u);
  await enter(page, product, OWNER, 'preferences/general');
  const asks = page.getByRole('switch', { name: 'Ask before deleting' });
  const save = page.getByRole('button', { name: 'Save changes' });
  await asks.uncheck();
  await page.route('**/GlobalSettings.json*', async (route) => {
    if (route.request().method() === 'PUT')
      await expect(page.getByText('Saving your settings…')).toBeVisible();
    await route.continue();
  });
  await save.click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.reload();
  await expect(asks).not.toBeChecked();
  await page.route('**/GlobalSettings.json*', async (route) => {
    if (route.request().method() === 'PUT') await route.fulfill({ status: 500, json: { error: 'INTERNAL' } });
    else await route.continue();
  });
  await save.click();
  await expect(page.getByText('Your settings couldn’t be saved. Try again.')).toBeVisible();
});

test('notifications are saved as they are changed; one that is refused goes back and says why in its row', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^500: PUT .*mailDelivery/u, /^console: call failed: 500/u);
  await enter(page, product, OWNER, 'preferences/notifications');
  const copies = page.getByLabel('Attach new faxes');
  await copies.selectOption('tiff');
  await expect(page.locator('.prefs-saved')).toHaveText('Saved');
  await page.getByRole('checkbox', { name: /A fax is delivered.*Email/u }).check();
  await page.getByRole('switch', { name: 'First page in the email' }).check();
  await expect(page.locator('.prefs-saved')).toHaveText('Saved');
  await expectAccessible(page);
  await page.reload();
  await expect(copies).toHaveValue('tiff');
  await expect(page.getByRole('switch', { name: 'First page in the email' })).toBeChecked();
  await page.route('**/mailDelivery.json*', async (route) => {
    if (route.request().method() === 'PUT') await route.fulfill({ status: 500, json: { error: 'INTERNAL' } });
    else await route.continue();
  });
  await copies.selectOption('pdf');
  await expect(page.locator('.prefs-row [role=alert]')).toHaveText(
    'Your settings couldn’t be saved. Try again.',
  );
  await expect(copies).toHaveValue('tiff');
});

test('an app password is made in a window that shows it once, and is revoked', async ({ page, product }) => {
  await enter(page, product, OWNER, 'preferences/email-to-fax');
  const senders = page.getByRole('region', { name: 'Who can send' });
  await expect(senders.getByRole('listitem').first()).toContainText(`${OWNER}@example.com`);
  await senders.getByRole('button', { name: 'Add an address' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('front-desk@example.com');
  await page.keyboard.press('Enter');
  const added = senders.getByRole('listitem').filter({ hasText: 'front-desk@example.com' });
  await expect(added.getByText('Not confirmed yet')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
  for (const part of [added, added.getByRole('button', { name: 'Stop front-desk' })]) {
    await part.scrollIntoViewIfNeeded();
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  expect((await added.boundingBox())?.height).toBeLessThan(160);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Create app password' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Scanner');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('alertdialog');
  await expect(shown.getByText('App password for “Scanner”.')).toBeVisible();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I’ve copied it' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  const section = page.getByRole('region', { name: 'App passwords' });
  await expect(section.getByRole('listitem')).toContainText('never used');
  await section.getByRole('button', { name: 'Revoke Scanner' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(0);
  await page.goto('preferences/security');
  await expect(page).toHaveURL(/\/preferences\/account-security$/u);
});
