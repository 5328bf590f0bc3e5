import { signInAdministrator } from './administrator.ts';
import { enter, expectAccessible } from './mailbox.ts';
import { ensureAccount, f2e } from './operator.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550698';

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, OWNER);
});

test('an owner creates a key, copies it, uses it, rotates it, and deletes it', async ({
  page,
  context,
  product,
  faults,
}) => {
  faults.allow(/^(?:409|422): POST .*apiKeys/u);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, product, OWNER, 'preferences/api-keys');
  await expect(page.getByText('No API keys')).toBeVisible();
  await expect(page.getByRole('link', { name: 'API reference' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  const name = form.getByLabel('Name');
  await expect(name).toBeFocused();
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await name.fill('Order entry');
  const addresses = form.getByLabel('Allowed addresses');
  await addresses.fill('203.0.113.0/33');
  await addresses.press('Enter');
  await expect(form.getByText('203.0.113.0/33 isn’t an address')).toBeVisible();
  await addresses.fill('127.0.0.0/8');
  await addresses.press('Enter');
  await addresses.fill('::1');
  await addresses.press('Enter');
  await form.getByLabel('Expires').selectOption('date');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByText('Choose a day.')).toBeVisible();
  await form.getByLabel('Last day').fill('2020-01-31');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByLabel('Last day')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Last day').fill('2036-01-31');
  await expectAccessible(page);
  await form.getByLabel('Expires').selectOption('never');
  await expect(form.getByText('Rotate it manually')).toBeVisible();
  await form.getByText('Sends to a simulated line').click();
  await expect(form.getByText('Nothing is charged')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await name.press('Enter');

  const fresh = page.getByRole('alertdialog', { name: 'Copy your key now' });
  await expect(fresh.getByRole('button', { name: 'Copy' })).toBeFocused();
  await expect(fresh.getByRole('link', { name: 'First fax in three commands' })).toHaveAttribute(
    'href',
    /developers\/guides\/first-fax$/u,
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(fresh).toBeVisible();
  await fresh.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('button', { name: 'Go back' }).click();
  await fresh.getByRole('button', { name: 'Copy' }).click();
  await expect(fresh.getByRole('button', { name: 'Copied' })).toBeVisible();
  const key = await page.evaluate(async () => await navigator.clipboard.readText());
  expect(key).toMatch(/^f2e_test_\w{10}_.{43}_\w{6}$/u);
  await fresh.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(fresh).toBeHidden();
  expect(await page.content()).not.toContain(key.slice(20, 63));

  const ask = async (secret: string) => {
    const answer = await page.request.get('v1/key', { headers: { authorization: `Bearer ${secret}` } });
    return answer.status();
  };
  expect(await ask(key)).toBe(200);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'Order entry' });
  await expect(row.getByText('0 min ago')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create key' }).click();
  await name.fill('order ENTRY');
  await name.press('Enter');
  await expect(form.getByText('Another key has this name.')).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();

  await row.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await fresh.getByRole('button', { name: 'Copy' }).click();
  const next = await page.evaluate(async () => await navigator.clipboard.readText());
  await fresh.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(row.getByText('Rotating')).toBeVisible();
  expect([await ask(key), await ask(next)]).toEqual([200, 200]);

  const { keys } = await f2e(product, ['key', 'list']);
  expect(keys).toContainEqual(expect.objectContaining({ of: OWNER, name: 'Order entry', mode: 'test' }));
  await row.getByRole('button', { name: 'More for Order entry' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No API keys')).toBeVisible();
  expect([await ask(key), await ask(next)]).toEqual([401, 401]);
});

test('an administrator has keys that may manage accounts', async ({ page, product }) => {
  await signInAdministrator(page, product);
  await page.goto('multifax/api-keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByLabel('Name').fill('Portal');
  await form.getByRole('checkbox', { name: 'Manage accounts' }).check();
  await form.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave without copying?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(page.getByRole('row').filter({ hasText: 'Portal' })).toBeVisible();
  await expectAccessible(page);
});
