import {
  ORDER,
  addNumber,
  attach,
  confirmByEnter,
  destination,
  enter,
  expectAccessible,
  sendButton,
  signIn,
} from './mailbox.ts';
import { chooseFirst, signInAdministrator } from './administrator.ts';
import { ensureAccount, f2e } from './operator.ts';
import { expect, test } from './product.ts';

const SENDER = '2125550694';

test('[ROUTE-15] [MFL-10] an administrator logs in over a fax account’s session, sees pages and name, and leaves', async ({
  page,
  product,
}) => {
  await ensureAccount(product, SENDER);
  await signIn(page, product, SENDER);
  await signInAdministrator(page, product);
  await expect(page).toHaveURL(/\/multifax\/configure-fax-accounts$/u);
  await expect(page).toHaveTitle(/^Multifax Configure/u);
  await expect(page.locator('.hd')).toContainText(/\d+ of 3,000 pages this month/u);
  await page.goto('dashboard');
  await expect(page).toHaveURL(/\/multifax\/configure-fax-accounts$/u);
  await page.getByRole('button', { name: /Administrator admin/u }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/multifax\/login$/u);
  await page.goto('multifax/usage');
  await expect(page).toHaveURL(/\/login$/u);
});

test('a wrong password has its sentence, a portal’s ticket skips the form', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^412: POST .*getMultifaxNode/u);
  await page.goto('multifax/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Incorect fax number/password. Please try again.');
  const { parents } = await f2e(product, ['parent', 'list']);
  const admin = (parents as { parentId: string; username: string }[]).find(
    ({ username }) => username === 'admin',
  );
  const ticket = await f2e(product, ['sso-ticket', '--parent', String(admin?.parentId)]);
  // The command prints the installation's public address; the product under test listens elsewhere.
  await page.goto(`api/auth/sso${new URL(String(ticket['url'])).search}`);
  await expect(page.getByRole('heading', { name: 'Fax accounts' })).toBeVisible();
});

test('[MFA-23] a local account is added, changed, shared, and removed', async ({ page, product, faults }) => {
  faults.allow(/^412: POST .*WhiteListedDomains/u);
  await signInAdministrator(page, product);
  const used = await page.getByText(/\d+ of \d+ accounts used/u).textContent();
  await page.getByRole('button', { name: 'Add account' }).click();
  await page.getByRole('radio', { name: /Local US/u }).check();
  await chooseFirst(page, 'State');
  await chooseFirst(page, 'Area code');
  await page.getByLabel('Email', { exact: true }).fill('harbor@example.com');
  await page.getByRole('button', { name: 'Add account' }).click();
  await expect(page.getByText('New account was created.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search number or email' }).fill('harbor');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: /^Manage/u }).click();

  await page.getByLabel('Email', { exact: true }).fill('pier@example.com');
  await page.getByRole('button', { name: 'Update account' }).click();
  await expect(page.getByText('User data were updated.')).toBeVisible();
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByLabel('Domain', { exact: true }).fill('gmail.com');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('You cannot add this company domain. Please, contact Customer Care to add it'),
  ).toBeVisible();
  // The refusal is reported before the button is enabled again.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'OK' })).toBeEnabled();
  await page.getByLabel('Domain', { exact: true }).fill('harbor-freight.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Whitelisted Domain was added')).toBeVisible();
  await page.getByRole('button', { name: 'Add email' }).click();
  await page.getByRole('dialog').getByLabel('Email address').fill('crew@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Address added.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('pier@example.com');
  await expect(page.getByRole('switch', { name: 'harbor-freight.com is active' })).toBeChecked();
  await expect(page.getByText('crew@example.com')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Delete service' }).click();
  await confirmByEnter(page);
  await expect(page.getByText('Service was removed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Fax accounts' })).toBeVisible();
  await expect(page.getByText(used ?? '')).toBeVisible();
});

test('usage: pages that a child received, by the daily sum, in table, chart and file', async ({
  page,
  product,
}) => {
  await ensureAccount(product, SENDER);
  await enter(page, product, SENDER, 'inbox/compose');
  await expect(destination(page)).toBeVisible();
  await addNumber(page, '2125550160');
  await attach(page, ORDER);
  await expect(sendButton(page)).toBeEnabled();
  await sendButton(page).click();
  await expect(page).not.toHaveURL(/compose/u);
  await signInAdministrator(page, product);
  await expect(async () => {
    await f2e(product, ['usage', 'rollup']);
    await page.goto('multifax/usage');
    await expect(page.getByRole('row', { name: /212-555-0160/u })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('table', { name: 'Pages per day' })).toBeAttached();
  await page.getByRole('button', { name: /^From/u }).click();
  await expect(page.getByRole('dialog', { name: 'From' }).locator(':focus')).toBeVisible();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /212-555-0160/u })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Fax_data_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.txt$/u);
});

test('[MFS-26] external storage: a connection is added, filled in, disconnected and connected', async ({
  page,
  product,
}) => {
  await signInAdministrator(page, product);
  await page.getByRole('link', { name: 'External storage' }).click();
  await page.getByRole('button', { name: 'Add connection' }).click();
  await page
    .getByLabel('Fax account', { exact: true })
    .selectOption({ label: '212-555-0161 (billing@example.com)' });
  await page.getByRole('button', { name: 'Add connection' }).click();
  await expect(page.getByRole('heading', { name: 'Edit External Storage Connection' })).toBeVisible();
  await page.getByLabel('sFTP Server').fill('127.0.0.1');
  await page.getByLabel('Directory Location').fill('/faxes');
  await page.getByLabel('Username').fill('u');
  await page.getByLabel('Password').fill('p');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Connection saved.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select 212-555-0161' }).check();
  await page.getByRole('button', { name: 'Disconnect 1' }).click();
  await expect(page.getByText('Pending')).toBeVisible();
  await page.getByRole('button', { name: 'Connect 212-555-0161 sFTP' }).click();
  await expect(page.getByText('The connection is active.')).toBeVisible();
});

test('accounts, usage and storage have no accessibility fault', async ({ page, product }) => {
  await signInAdministrator(page, product);
  for (const path of ['configure-fax-accounts', 'usage', 'external-storage']) {
    await page.goto(`multifax/${path}`);
    await expect(page.getByRole('table').first()).toBeVisible();
    await expectAccessible(page);
  }
});
