import type { Page } from '@playwright/test';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';

import { startFakeEgnyte } from '../egnyte/fake-egnyte.ts';
import type { FakeEgnyte } from '../egnyte/fake-egnyte.ts';
import { addFile } from '../egnyte/fake-tree.ts';
import { CLOUD_NUMBER, cloudHome, ensureCloudBrand, fillLogin } from './cloud-brand.ts';
import { expectAccessible, expectNoSideScroll, ORDER } from './mailbox.ts';
import { f2e } from './operator.ts';
import { expect, test } from './product.ts';
import type { RunningProduct } from './product.ts';

const TOKEN = 'token-of-the-person';
const PHONE = { width: 390, height: 844 };

let fake: FakeEgnyte;
test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  fake = await startFakeEgnyte({}, product.egnytePort);
  fake.grants.tokens.set(TOKEN, Number.POSITIVE_INFINITY);
  addFile(fake.tree, '/Shared/Projects/order.pdf', ORDER.buffer);
  addFile(fake.tree, '/Shared/Projects/second.pdf', ORDER.buffer);
  await ensureCloudBrand(product);
});
test.afterAll(async () => await fake.stop());

/** Acts as Egnyte's server for «Send by fax» on two files; returns the address for the person's browser. */
async function invoke(product: RunningProduct, config: object = {}): Promise<string> {
  const items = ['order.pdf', 'second.pdf'].map((name) => ({
    name,
    path: `/Shared/Projects/${name}`,
    size: ORDER.buffer.length,
  }));
  const body = JSON.stringify({
    items,
    userInfo: { id: 1, username: 'jsmith' },
    domain: 'acme.egnyte.com',
    token: TOKEN,
    config,
    configSaveUrl: `${fake.url}/integrations/settings`,
    configSaveToken: `save-${Math.random()}`,
  });
  const headers = { 'content-type': 'application/json', host: new URL(cloudHome(product)).host };
  const call = request(`${product.baseURL}/api/faxui/egnyte/invoke.json`, { method: 'POST', headers });
  const [answer] = (await once(call.end(body), 'response')) as [IncomingMessage];
  return ((await json(answer)) as { redirect: string }).redirect;
}

/** Returns the address that Egnyte opens for settings. */
function connectAddress(product: RunningProduct, saveUrl: string): string {
  const query = new URLSearchParams({ domain: 'acme.egnyte.com', token: `t-${Math.random()}` });
  query.set('save_url', saveUrl);
  return `${cloudHome(product)}/egnyte/connect?${query.toString()}`;
}

/** Watches for an attempt to close the window; the test's own window, unlike a script's, cannot close itself. */
async function watchClosing(page: Page): Promise<() => Promise<boolean>> {
  // Time advances only when the test says so.
  await page.clock.install({ time: new Date('2026-11-20T10:00:00Z') });
  await page.clock.pauseAt(new Date('2026-11-20T10:00:01Z'));
  await page.addInitScript(() => {
    window.close = () => {
      (globalThis as { closes?: true }).closes = true;
    };
  });
  return async () => await page.evaluate(() => (globalThis as { closes?: true }).closes === true);
}

test('[EGG-02] [EGG-04] [EGG-05] [EGG-06] [LOGIN-16] from a selection in Egnyte: log in, allow, and the files are there', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^(412|500): POST .*getNode/u, /^console: /u);
  await page.goto(await invoke(product));
  await expect(page).toHaveURL(/\/egnyte\/connect\?/u);
  const query = new URL(page.url()).searchParams;
  const number = page.getByLabel('Fax number');
  const password = page.getByLabel('Password', { exact: true });
  expect([await number.getAttribute('maxlength'), await password.getAttribute('maxlength')]).toEqual([
    '10',
    '32',
  ]);
  await number.fill('21255a');
  await password.fill('x');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled();
  await expectAccessible(page);
  await fillLogin(page, 'not this one');
  await expect(page.getByRole('alert')).toHaveText('Incorect fax number/password. Please try again.');
  await page.route('**/getNode.json*', async (route) => await route.fulfill({ status: 500, json: {} }));
  await fillLogin(page, product.password);
  await expect(page.getByRole('alert')).toHaveText('Service unavailable. Please try again.');
  await page.unroute('**/getNode.json*');
  await fillLogin(page, product.password);
  await expect(page.getByRole('heading', { name: 'Allow access?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Do Not Allow Access' })).toBeEnabled();
  await expectAccessible(page);
  const posted = page.waitForRequest('**/egnyte/login.php*');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  expect((await posted).postDataJSON()).toEqual({
    token: query.get('token'),
    save_url: `${fake.url}/integrations/settings`,
    egnyteDomain: 'acme.egnyte.com',
    redirect_id: query.get('redirect_id'),
  });
  await expect(page).toHaveURL(new RegExp(`/egnyte/send-fax\\?task_id=${query.get('redirect_id')}$`, 'u'));
  await expect(page.getByRole('heading', { name: 'Send from Egnyte' })).toBeVisible();
});

test('[EGG-10] [EGG-11] [EGG-12] [EGG-13] [EGG-14] [EGG-15] the page that sends: numbers, files, sender, cover page, and the fax', async ({
  page,
  product,
}) => {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  const listed = page.waitForRequest('**/egnyte/getFiles.json?*');
  await page.goto(await invoke(product, fake.settings.at(-1)?.data));
  const task = new URL((await listed).url()).searchParams.get('task_id') ?? '';
  expect(page.url()).toContain(`/egnyte/send-fax?task_id=${task}`);
  const files = page.getByRole('listitem');
  await expect(files).toHaveText([/^order\.pdf\/Shared\/Projects/u, /^second\.pdf/u]);
  for (const [label, value] of [
    ['From', '212-555-0351'],
    ['Storage user', 'jsmith'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    await expect(page.getByLabel(label, { exact: true })).not.toBeEditable();
  }
  await page.getByRole('button', { name: 'Remove second.pdf' }).click();
  await expect(files).toHaveCount(1);
  const name = page.getByLabel('Name', { exact: true });
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(name).toBeVisible();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(name).toBeHidden();
  await page.getByRole('button', { name: 'Yes' }).click();
  await name.fill('Ana Reyes');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Send fax' }).click();
  await expect(page.getByText('Enter a fax number.')).toBeVisible();
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2125550101');
  const posted = page.waitForRequest('**/egnyte/sendFax.json*');
  await page.getByRole('button', { name: 'Send fax' }).click();
  const sent = await posted;
  expect(sent.headers()['content-type']).toMatch(/^multipart\/form-data/u);
  const body = sent.postDataBuffer()?.toString('utf8') ?? '';
  const field = (key: string) =>
    new RegExp(`name="${key.replaceAll(/[[\]]/gu, '\\$&')}"\\r\\n\\r\\n(.*)\\r\\n`, 'u').exec(body)?.[1];
  expect(
    ['task_id', 'destinations', 'coverpage', 'to_person', 'userfiles[0]', 'userfiles[1]'].map(field),
  ).toEqual([task, '2125550101', '1', 'Ana Reyes', '0', undefined]);
  await expect(page).toHaveURL(/\/egnyte\/info\?/u);
  await expect(page.getByText('Your fax was successfully sent')).toBeVisible();
  const { accounts } = await f2e(product, ['account', 'list']);
  const known = accounts as { uid: string; faxnumber: string }[];
  const uid = known.find(({ faxnumber }) => faxnumber === '2125550101')?.uid ?? '';
  await expect(async () => {
    const { faxes } = await f2e(product, ['fax', 'list', uid]);
    const got = (faxes as { number: string; pages: number }[]).find(({ number }) => number === CLOUD_NUMBER);
    // A cover page and the two pages of the file.
    expect(got?.pages).toBe(3);
  }).toPass({ timeout: 30_000 });
});

test('[EGG-16] [EGG-17] what goes wrong is said on the page of messages; saying no is one of them', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^(404|502): (GET|POST) .*egnyte/u, /^console: /u);
  await page.goto(`${cloudHome(product)}/egnyte/send-fax?task_id=nobodys`);
  await expect(page).toHaveURL(/\/egnyte\/info\?message_type=error/u);
  await expect(page.getByText('The files could not be loaded.')).toBeVisible();
  await expect(page.getByText('This message was part of the link you opened.')).toBeHidden();
  await page.goto(await invoke(product, fake.settings.at(-1)?.data));
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2125550101');
  fake.behaviour.away = true;
  const answered = page.waitForResponse('**/egnyte/sendFax.json*');
  await page.getByRole('button', { name: 'Send fax' }).click();
  const { message } = (await (await answered).json()) as { message: string };
  fake.behaviour.away = false;
  await expect(page).toHaveURL(/\/egnyte\/info\?message_type=error/u);
  expect(message).not.toBe('');
  await expect(page.getByRole('alert')).toHaveText(message);
  await page.goto(connectAddress(product, `${fake.url}/integrations/settings`));
  await fillLogin(page, product.password);
  await page.getByRole('button', { name: 'Do Not Allow Access' }).click();
  await expect(page.getByText('Access was not granted')).toBeVisible();
});

test('[EGG-01] [EGG-03] [EGG-07] [EGG-08] [EGG-09] messages, and windows that close after ten seconds', async ({
  page,
  product,
}) => {
  const closes = await watchClosing(page);
  const home = cloudHome(product);
  for (const [address, words] of [
    ['connect?connected=true', 'Your fax account is connected.'],
    ['info?message_type=info&message=All+is+well', 'All is well'],
    ['info?message_type=error&message=Files+are+gone', 'Files are gone'],
    ['info', 'Error message was not set'],
  ] as const) {
    await page.goto(`${home}/egnyte/${address}`);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText('This window closes in 10 s.')).toBeVisible();
    await page.clock.runFor(9_900);
    expect(await closes()).toBe(false);
    await page.clock.runFor(200);
    expect(await closes()).toBe(true);
  }
  const whole = new URL(connectAddress(product, `${fake.url}/x`));
  for (const name of ['token', 'save_url', 'domain']) {
    const address = new URL(whole);
    address.searchParams.delete(name);
    await page.goto(address.href);
    await expect(page.getByRole('alert')).toHaveText('');
    await expect(page.getByLabel('Fax number')).toHaveCount(0);
  }
});

test('[A-XSS-03] [A-XSS-04] an address can put words into a frame, and nothing else; it leads nowhere', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^400: POST .*begin\.json/u, /^console: /u);
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  const hostile = '<img src=x onerror=alert(1)> Your password expired, call 900-555-0100';
  const query = new URLSearchParams({ message_type: '</div><script>alert(2)</script>', message: hostile });
  await page.goto(`${cloudHome(product)}/egnyte/info?${query.toString()}`);
  await expect(page.getByRole('alert')).toHaveText(hostile);
  await expect(page.locator('main img, main script')).toHaveCount(0);
  const elsewhere: string[] = [];
  page.on('framenavigated', (frame) => elsewhere.push(new URL(frame.url()).host));
  for (const saveUrl of ['javascript:alert(3)', 'data:text/html,<script>alert(4)</script>', '//evil.test']) {
    await page.goto(connectAddress(product, saveUrl));
    await expect(page.getByRole('alert')).not.toHaveText('');
    await expect(page.getByLabel('Fax number')).toHaveCount(0);
  }
  expect(new Set(elsewhere)).toEqual(new Set([new URL(cloudHome(product)).host]));
  expect(dialogs).toEqual([]);
});
