import type { Page } from '@playwright/test';
import { chooseFirst, signInAdministrator } from './administrator.ts';
import { confirmByEnter } from './mailbox.ts';
import { ADMINISTRATOR, askFrom, ensureAdministrator } from './multifax-calls-rig.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';
import type { RunningProduct } from './product.ts';
import { bodiesOf, watchCalls } from './watched-calls.ts';

const [FIRST, SECOND] = ['2125550361', '2125550362'];

let parentId = '';
let [first, second] = ['', ''];

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  parentId = await ensureAdministrator(product);
  first = await ensureAccount(product, FIRST, ['--parent', parentId]);
  second = await ensureAccount(product, SECOND, ['--parent', parentId]);
});

test('[CALL-08] auto-login asks for the node of the host', async ({ page, product }) => {
  const calls = watchCalls(page);
  await signInAdministrator(page, product, ADMINISTRATOR);
  const asked = page.waitForResponse('**/getNodeData.json');
  await page.goto('multifax/login?auto-login=1');
  expect(await (await asked).json()).toMatchObject({ status: true });
  await expect(page.getByRole('heading', { name: 'Fax accounts' })).toBeVisible();
  const { hostname } = new URL(product.baseURL);
  expect(bodiesOf(calls, 'POST', 'getNodeData.json')).toEqual([{ domain: hostname }]);
});

test('[MFA-22] [ROLE-02] each kind of account is ordered with its own fields', async ({ page, product }) => {
  const calls = watchCalls(page);
  await signInAdministrator(page, product, ADMINISTRATOR);
  for (const [kind, fill] of [
    [/Toll.free/iu, async () => undefined],
    [
      /Local US/u,
      async () => {
        await chooseFirst(page, 'State');
        await chooseFirst(page, 'Area code');
      },
    ],
    [/Port/u, async () => await page.locator('input[name=faxnumber]').fill('6175550139')],
  ] as const) {
    await page.getByRole('button', { name: 'Add account' }).click();
    await page.getByRole('radio', { name: kind }).check();
    await page.getByLabel('Email', { exact: true }).fill('new@example.com');
    await fill();
    const added = page.waitForResponse('**/addService.json');
    await page.getByRole('button', { name: 'Add account' }).click();
    expect((await added).status()).toBe(200);
    await expect(page.getByRole('heading', { name: 'Fax accounts' })).toBeVisible();
  }
  const host = new URL(product.baseURL).hostname;
  const common = {
    email: 'new@example.com',
    parentId,
    freeServiceId: expect.stringMatching(/^\d+$/u),
    parentDomain: expect.any(String),
    domain: host,
    productName: expect.stringMatching(/./u),
  };
  expect(bodiesOf(calls, 'POST', 'addService.json')).toEqual([
    { ...common, productType: 'tollfree' },
    { ...common, productType: 'local', areaId: expect.stringMatching(/^\d+$/u) },
    { ...common, productType: 'custom', faxnumber: '6175550139' },
  ]);
  await expect(page.getByRole('row').filter({ hasText: 'new@example.com' })).toHaveCount(3);
});

test('[MFA-31] [MFA-32] [MFW-01] [MFW-03] an account’s addresses and domains are read and written under its uid', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^412: POST .*SubAccount/u, /^400: POST .*WhiteListedDomains/u);
  const calls = watchCalls(page);
  await manage(page, product, FIRST);
  const addresses = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);
  const add = page.getByRole('button', { name: 'Add email' });
  for (const address of addresses) {
    await add.click();
    await page.getByRole('dialog').getByLabel('Email address').fill(address);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('checkbox', { name: `${address} sends faxes` })).toBeVisible();
  }
  await expect(add).toBeDisabled();
  await page.getByRole('checkbox', { name: 'a@example.com sends faxes' }).check();
  await expect.poll(() => bodiesOf(calls, 'PUT', 'SubAccount.json')).toHaveLength(1);
  expect(bodiesOf(calls, 'PUT', 'SubAccount.json')).toEqual([
    { email: 'a@example.com', uid: first, ReceiveFaxes: '1', SendFaxes: '1' },
  ]);
  expect(
    await askFrom(page, 'POST', 'SubAccount.json', { uid: first, email: 'f@example.com' }),
  ).toMatchObject({
    error: 'SUBACCOUNT_LIMIT',
  });
  expect(await askFrom(page, 'GET', `SubAccount.json?uid=${first}`)).toEqual(
    addresses.map((Email, at) =>
      expect.objectContaining({ Email, ReceiveFaxes: '1', SendFaxes: at === 0 ? '1' : '0' }),
    ),
  );

  await page.getByRole('button', { name: 'Add domain' }).click();
  const domain = page.getByLabel('Domain', { exact: true });
  const ok = page.getByRole('dialog').getByRole('button', { name: 'OK' });
  await expect(ok).toBeDisabled();
  await domain.fill('d_'.repeat(40));
  await expect(domain).toHaveAttribute('maxlength', '64');
  await domain.fill('ship_yard !2.com');
  await expect(domain).toHaveValue('shipyard2.com');
  await ok.click();
  const active = page.getByRole('switch', { name: 'shipyard2.com is active' });
  await expect(active).toBeChecked();
  // Wait for the response before leaving the page: a call in progress would be aborted.
  const changed = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('WhiteListedDomains.json'),
  );
  await active.uncheck();
  await changed;
  expect(bodiesOf(calls, 'PUT', 'WhiteListedDomains.json')).toHaveLength(1);
  await page.reload();
  await expect(active).not.toBeChecked();
  expect(await askFrom(page, 'GET', `WhiteListedDomains.json?uid=${first}`)).toEqual([
    expect.objectContaining({
      id: expect.stringMatching(/^\d+$/u),
      Domain: 'shipyard2.com',
      active: '0',
    }),
  ]);
  const long = { uid: first, domain: `${'d'.repeat(61)}.com`, status: '1' };
  expect(await askFrom(page, 'POST', 'WhiteListedDomains.json', long)).toMatchObject({ success: false });
});

test('[MFA-29] [MFA-33] a changed and a deleted account: the documented fields', async ({
  page,
  product,
}) => {
  const calls = watchCalls(page);
  await manage(page, product, SECOND);
  await page.getByLabel('Email', { exact: true }).fill('changed@example.com');
  await page.getByRole('button', { name: 'Update account' }).click();
  await expect(page.getByText('User data were updated.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('Harbor7light!');
  await page.getByRole('button', { name: 'Update account' }).click();
  await expect.poll(() => bodiesOf(calls, 'POST', 'changeService.json')).toHaveLength(2);
  // The field is cleared once the change is made.
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  const which = { faxnumber: SECOND, id: second, domain: expect.any(String) };
  expect(bodiesOf(calls, 'POST', 'changeService.json')).toEqual([
    { ...which, password: '', email: 'changed@example.com' },
    { ...which, password: 'Harbor7light!' },
  ]);
  await page.getByRole('button', { name: 'Delete service' }).click();
  await confirmByEnter(page);
  await expect(page.getByText('Service was removed.')).toBeVisible();
  expect(bodiesOf(calls, 'POST', 'deleteService.json')).toEqual([
    {
      ...which,
      password: '',
      email: 'changed@example.com',
      parentId,
      parentDomain: expect.any(String),
    },
  ]);
  await expect(page.getByRole('heading', { name: 'Fax accounts' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '212-555-0362' })).toHaveCount(0);
});

/** Logs in and opens the page of one account. */
async function manage(page: Page, product: RunningProduct, number: string): Promise<void> {
  await signInAdministrator(page, product, ADMINISTRATOR);
  const written = `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`;
  await page.getByRole('button', { name: `Manage ${written}` }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
}
