import type { APIRequestContext } from '@playwright/test';
import { signInAdministrator } from './administrator.ts';
import { expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { f2e } from './operator.ts';
import { expect, test } from './product.ts';

const PHONE = { width: 390, height: 844 };

/** Returns a function that makes calls like a directory. */
function caller(request: APIRequestContext, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' };
  return async (method: string, path: string, data?: object) => {
    const answer = await request.fetch(`scim/v2/1${path}`, { method, headers, data });
    return (await answer.json()) as { id: string };
  };
}

test('an administrator connects a directory, sees what it does, and gives a group a role', async ({
  page,
  product,
}) => {
  await signInAdministrator(page, product);
  await page.getByRole('button', { name: /Administrator/u }).click();
  await page.getByRole('menuitem', { name: 'Directory' }).click();
  await expect(page.getByRole('heading', { name: 'Directory', level: 1 })).toBeVisible();
  await expect(page.getByText('No groups yet')).toBeVisible();
  await expect(page.getByText('No calls', { exact: true })).toBeVisible();
  await expect(page.getByText('/scim/v2/1')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Create a key' }).click();
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
  const { key } = await f2e(product, ['key', 'add', '--parent', '1', '--name', 'Okta', '--scopes', 'scim']);
  const ask = caller(page.request, String(key));
  const { id } = await ask('POST', '/Users', { userName: 'iris@clinic.test', displayName: 'Iris Novak' });
  await ask('POST', '/Groups', { displayName: 'fax-frontdesk', members: [{ value: id }] });
  await ask('GET', '/Users?filter=title%20pr');
  await page.goBack();

  await expect(page.getByText('Iris Novak was added')).toBeVisible();
  await expect(page.getByText('This search isn’t supported.')).toBeVisible();
  await page.getByLabel('Filter calls').selectOption('changes');
  await expect(page.getByText('This search isn’t supported.')).toBeHidden();
  await expect(page.getByText('No role yet')).toBeVisible();
  await page.getByRole('button', { name: 'Assign role' }).click();
  await expect(page.getByText('Role assigned to fax-frontdesk.')).toBeVisible();
  await page.getByLabel('Role of fax-frontdesk: All numbers').selectOption('reader');
  await expect(page.getByText('Role assigned to fax-frontdesk.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Role of fax-frontdesk: All numbers')).toHaveValue('reader');

  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove role from fax-frontdesk: All numbers' }).click();
  await expect(page.getByText('No role yet')).toBeVisible();
});
