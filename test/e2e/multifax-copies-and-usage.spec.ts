import type { Page } from '@playwright/test';
import { signInAdministrator } from './administrator.ts';
import { enter } from './mailbox.ts';
import { ADMINISTRATOR, askFrom, ensureAdministrator } from './multifax-calls-rig.ts';
import { ensureAccount, f2e } from './operator.ts';
import { expect, test } from './product.ts';
import { bodiesOf, watchCalls } from './watched-calls.ts';

const [FIRST, SECOND] = ['2125550363', '2125550364'];

let [first, second] = ['', ''];

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  const parentId = await ensureAdministrator(product);
  first = await ensureAccount(product, FIRST, ['--parent', parentId]);
  second = await ensureAccount(product, SECOND, ['--parent', parentId]);
});

/** The whole body of a request to disconnect. */
const off = (user_id: string) => ({ user_id, type: 'sftp', status: 'N' });

test('[MFS-04] [MFS-07] [MFS-18] [MFS-19] [MFS-23] [MFS-24] connections are added, filled in, disconnected and connected with the documented fields', async ({
  page,
  product,
}) => {
  const calls = watchCalls(page);
  const sent = (method: string, name = 'SftpStorageSettings.json') => bodiesOf(calls, method, name);
  await signInAdministrator(page, product, ADMINISTRATOR);
  await page.getByRole('link', { name: 'External storage' }).click();
  const add = page.getByRole('button', { name: 'Add connection' });
  for (const number of ['212-555-0363', '212-555-0364']) {
    await add.click();
    const account = page.getByLabel('Fax account', { exact: true });
    await account.selectOption({ label: `${number} (${number.replaceAll('-', '')}@example.com)` });
    await add.click();
    await page.getByLabel('sFTP Server').fill('127.0.0.1');
    await page.getByLabel('Directory Location').fill('/faxes');
    await page.getByLabel('Username').fill('u');
    await page.getByLabel('Password').fill('p');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: `Manage ${number} sFTP` })).toBeVisible();
  }
  const fresh = { status: 'Y', type: 'sftp', host: '', port: '22', dir: '', login: '', pass: '' };
  expect(sent('POST')).toEqual([first, second].map((user_id) => ({ user_id, ...fresh })));
  const filled = { host: '127.0.0.1', port: '22', dir: '/faxes', login: 'u', pass: 'p' };
  expect(sent('PUT')).toEqual(
    [first, second].map((user_id) => ({ user_id, type: 'sftp', status: 'Y', ...filled })),
  );
  await page.getByRole('checkbox', { name: 'Select all active connections' }).check();
  await page.getByRole('button', { name: 'Disconnect 2' }).click();
  await expect(page.getByText('Pending')).toHaveCount(2);
  expect(sent('PUT').slice(2)).toEqual([off(first), off(second)]);
  expect(await statuses(page)).toEqual({ [first]: 'N', [second]: 'N' });
  await page.getByRole('button', { name: 'Connect 212-555-0363 sFTP' }).click();
  await expect(page.getByText('The connection is active.')).toBeVisible();
  expect(sent('PUT').at(-1)).toEqual({ ...off(first), status: 'Y' });
  expect(await statuses(page)).toEqual({ [first]: 'Y', [second]: 'N' });
  await page.getByRole('button', { name: 'Manage 212-555-0363 sFTP' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Pending')).toHaveCount(2);
  expect(sent('PUT').at(-1)).toEqual(off(first));
  // The values are still there.
  expect(await askFrom(page, 'GET', `SftpStorageSettings.json?uid=${first}`)).toMatchObject({
    status: 'N',
    host: '127.0.0.1',
    dir: '/faxes',
    login: 'u',
  });
});

test('[MFU-06] [MFU-11] [SRV-05] the daily sum agrees with what the account sees, and the export covers the range', async ({
  page,
  product,
}) => {
  await enter(page, product, SECOND, 'inbox/compose');
  await page.getByRole('combobox', { name: 'To', exact: true }).fill(`${FIRST},`);
  await page.getByRole('switch', { name: 'Cover page' }).check();
  await page.getByLabel('Comments', { exact: true }).fill('One page');
  await page.getByRole('button', { name: /^Send( fax)?$/u }).click();
  await expect(page).toHaveURL(/folder=Outbox/u);
  await enter(page, product, FIRST, 'inbox');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  const own = { currentUsage: 1, sentPages: 0, rcvdPages: 1 };
  expect(await askFrom(page, 'GET', 'MainInterface.json')).toMatchObject(own);
  expect(await askFrom(page, 'GET', 'Dashboard.json')).toMatchObject({ usage: own });
  await expect(page.locator('.hd')).toContainText(/1 of \d+ pages/u);

  const calls = watchCalls(page);
  await signInAdministrator(page, product, ADMINISTRATOR);
  await page.goto('multifax/usage');
  await expect(page.getByText('There are no usage statistics for current period.')).toBeVisible();
  await expect(page.getByText(/updated daily/iu)).toBeVisible();
  await f2e(product, ['usage', 'rollup']);
  await page.reload();
  for (const number of ['212-555-0363', '212-555-0364'])
    await expect(
      page.getByRole('row').filter({ hasText: number }).getByRole('cell', { name: '1', exact: true }),
    ).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => exported()).toBeDefined();
  const query = exported()?.query;
  const from = page.getByRole('button', { name: /^From/u });
  const to = page.getByRole('button', { name: /^To \d/u });
  expect([written(query?.get('startDate')), written(query?.get('endDate'))]).toEqual([
    await from.textContent(),
    await to.textContent(),
  ]);

  function exported() {
    return calls.find(
      (call) => call.path.endsWith('/FaxUsage.json') && call.query.get('detailed') === 'true',
    );
  }
});

/** Returns the state of every connection by account. */
async function statuses(page: Page): Promise<Record<string, string>> {
  const { data } = (await askFrom(page, 'GET', 'ExternalStorageAccounts.json?forChilds=true')) as {
    data: { uid: string; status: string }[];
  };
  return Object.fromEntries(data.map(({ uid, status }) => [uid, status]));
}

/** Formats a date like the page: 2026-11-20 as 11/20/2026. */
function written(day: string | null | undefined): string {
  return (day ?? '').replace(/^(\d+)-(\d+)-(\d+)$/u, '$2/$3/$1');
}
