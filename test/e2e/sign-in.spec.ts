import type { Page } from '@playwright/test';
import { lastMail, readMails } from '../mails.ts';
import type { ReadMail } from '../mails.ts';
import { expectAccessible, expectNoSideScroll, signIn } from './mailbox.ts';
import { ensureAccount, f2e } from './operator.ts';
import { expect, test } from './product.ts';
import type { RunningProduct } from './product.ts';
import { bodiesOf, watchCalls } from './watched-calls.ts';

const FORGETFUL = '2125550191';
const CAREFUL = '2125550192';
const NEW_PASSWORD = 'Harbor7light!';
const LATER_PASSWORD = 'Meadow8stone?';

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, FORGETFUL);
  await ensureAccount(product, CAREFUL);
});

test('[FORGOT-04] [FORGOT-05] [FORGOT-07] [RESET-08] [RESET-09] a forgotten password: the mail’s link opens once and sets a new one', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^412: POST .*resetPassword/u);
  const calls = watchCalls(page);
  const { hostname: domain } = new URL(product.baseURL);
  await page.goto('login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Fax number').fill(FORGETFUL);
  await page.getByRole('button', { name: 'Send email' }).click();
  await expect(page).toHaveURL(/\/login$/u);
  await expect(page.getByText('An Email has been sent, you should receive it shortly.')).toBeVisible();

  expect(bodiesOf(calls, 'POST', 'forgotPassword.json')).toEqual([
    { faxnumber: FORGETFUL, username: FORGETFUL, domain },
  ]);

  const mail = await mailTo(product, 'reset-password', FORGETFUL);
  expect(mail.link).toContain(`${product.baseURL}/reset-password?token=`);
  await page.goto(mail.link);
  await choose(page, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/login$/u);
  await expect(page.getByText('Password was changed.')).toBeVisible();
  const token = new URL(mail.link).searchParams.get('token');
  expect(bodiesOf(calls, 'POST', 'resetPassword.json')).toEqual([
    { token, new_password: NEW_PASSWORD, domain, keep: [] },
  ]);
  await logIn(page, FORGETFUL, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/(dashboard|inbox)/u);
  expect((await mailTo(product, 'password-changed', FORGETFUL)).subject).toContain('was changed');

  await page.goto(mail.link);
  await choose(page, LATER_PASSWORD);
  await expect(page.getByRole('alert')).toContainText('Service unavailable. Please try again.');
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
});

test('[FORGOT-08] an unknown number sees the same and no mail leaves', async ({ page, product }) => {
  const before = (await readMails(product.dataDir)).filter(
    ({ template }) => template === 'reset-password',
  ).length;
  await page.goto('forgot-password');
  await page.getByLabel('Fax number').fill('2125557777');
  await page.getByRole('button', { name: 'Send email' }).click();
  await expect(page.getByText('An Email has been sent, you should receive it shortly.')).toBeVisible();
  // Requests are handled in order: once a later request of a known number has its mail, the unknown one's would exist,
  // too.
  await page.goto('forgot-password');
  await page.getByLabel('Fax number').fill(CAREFUL);
  await page.getByRole('button', { name: 'Send email' }).click();
  await mailTo(product, 'reset-password', CAREFUL);
  const after = (await readMails(product.dataDir)).filter(
    ({ template }) => template === 'reset-password',
  ).length;
  expect(after).toBe(before + 1);
});

for (const { place, query, heading } of [
  { place: 'reset-password', query: 'token=SECRETSECRETSECRET', heading: 'Choose a new password' },
  { place: 'verify', query: 'id=1&key=SECRETSECRETSECRET', heading: 'This link isn’t valid' },
])
  test(`[A-RESET-09] with analytics on, the key leaves the address of /${place} and reaches nobody but the call`, async ({
    page,
    product,
  }) => {
    await f2e(product, ['brand', 'set', '1', 'ga_id=G-TEST1']);
    const seen: { url: string; referer: string }[] = [];
    page.on('request', (request) => {
      seen.push({ url: request.url(), referer: request.headers()['referer'] ?? '' });
    });
    const branding = page.waitForResponse('**/getBrandingPerDomain.json*');
    const response = await page.goto(`${place}?${query}`);
    expect(response?.headers()['referrer-policy']).toBe('no-referrer');
    expect(await (await branding).json()).toMatchObject({ ga_id: 'G-TEST1' });
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/${place}$`, 'u'));
    const [, ...others] = seen;
    expect(others.filter(({ url, referer }) => `${url} ${referer}`.includes('SECRET'))).toEqual([]);
    expect(others.every(({ url }) => url.startsWith(product.baseURL))).toBe(true);
    await f2e(product, ['brand', 'set', '1', 'ga_id=']);
  });

test('[RESET-08] [VERIFY-05] [VERIFY-06] an account made without a password gets its first one through the mail', async ({
  page,
  product,
}) => {
  const number = '2125550193';
  await f2e(product, [
    'account',
    'add',
    '--brand',
    '1',
    '--number',
    number,
    '--email',
    `${number}@example.com`,
  ]);
  const calls = watchCalls(page);
  const mail = await mailTo(product, 'verify-account', number);
  await page.goto(mail.link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText('Password was changed.')).toBeVisible();
  const link = Object.fromEntries(new URL(mail.link).searchParams);
  expect(bodiesOf(calls, 'POST', 'resetPassword.json')).toEqual([
    {
      verify: '1',
      id: link['id'],
      key: link['key'],
      new_password: NEW_PASSWORD,
      domain: new URL(product.baseURL).hostname,
      keep: [],
    },
  ]);
  await logIn(page, number, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/(dashboard|inbox)/u);
  await page.goto(mail.link);
  await expect(page.getByRole('heading', { name: 'This address is already verified' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to login' }).click();
  await expect(page).toHaveURL(/\/login$/u);
});

test('[VERIFY-03] [VERIFY-08] a link that is none, and a server that fails', async ({ page, faults }) => {
  faults.allow(/^500: POST .*verify/u);
  await page.goto('verify?id=1&key=nonsense');
  await expect(page.getByRole('heading', { name: 'This link isn’t valid' })).toBeVisible();
  await page.route('**/verify.json', async (route) => await route.fulfill({ status: 500, body: '{}' }));
  await page.goto('verify?id=1&key=nonsense');
  await expect(page.getByRole('heading', { name: 'We couldn’t check this link' })).toBeVisible();
});

test('[SEC-09] a changed password: this browser stays, the others are logged out', async ({
  page,
  browser,
  product,
  baseURL,
  faults,
}) => {
  faults.allow(/^412: PUT .*Password/u);
  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const elsewhere = await other.newPage();
  await signIn(elsewhere, product, CAREFUL);
  await signIn(page, product, CAREFUL);
  await page.goto('preferences/account-security');
  await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Log out Chrome/u })).toHaveCount(1);

  const save = page.getByRole('button', { name: 'Change password' });
  await page.getByLabel('Current password').fill('Wrong-1-word');
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await save.click();
  await expect(page.locator('.hint[data-bad]')).toHaveText('The current password is wrong.');
  await page.getByLabel('Current password').fill(product.password);
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(page.locator('.growl')).toContainText('Password changed.');
  await expect(page.getByRole('button', { name: /^Log out Chrome/u })).toHaveCount(0);

  await elsewhere.goto('inbox');
  await expect(elsewhere).toHaveURL(/\/login$/u);
  await page.goto('inbox');
  await expect(page).toHaveURL(/\/inbox/u);
  await logIn(elsewhere, CAREFUL, product.password);
  await expect(elsewhere.getByRole('alert')).toContainText('Incorect fax number/password.');
  await logIn(elsewhere, CAREFUL, NEW_PASSWORD);
  await expect(elsewhere).toHaveURL(/\/(dashboard|inbox)/u);
  await page.goto('preferences/account-security');
  await page.getByRole('button', { name: /^Log out Chrome/u }).click();
  await expect(page.getByRole('button', { name: /^Log out Chrome/u })).toHaveCount(0);
  await elsewhere.goto('inbox');
  await expect(elsewhere).toHaveURL(/\/login$/u);
  await other.close();
});

for (const look of [
  { name: 'light', width: 1440, height: 900, scheme: 'light' },
  { name: 'dark', width: 1440, height: 900, scheme: 'dark' },
  { name: '390 px', width: 390, height: 844, scheme: 'light' },
] as const)
  test(`the sign-in pages and account security are accessible: ${look.name}`, async ({ page, product }) => {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: look.scheme });
    // Their initial look: places.spec.ts.
    await page.goto('forgot-password');
    await page.getByLabel('Fax number').fill('212x');
    await expectAccessible(page);
    await page.goto('reset-password?token=x');
    await page.getByLabel('New password', { exact: true }).fill('Harbor7l');
    await page.getByLabel('Confirm password').fill('other');
    await expect(page.getByText('The passwords don’t match.')).toBeVisible();
    await expectAccessible(page);
    await page.goto('verify?id=1&key=x');
    await expect(page.getByRole('heading', { name: 'This link isn’t valid' })).toBeVisible();
    await expectAccessible(page);
    await signIn(page, product, '2125550100');
    await page.goto('preferences/account-security');
    await page.getByLabel('New password', { exact: true }).fill('Harbor7l');
    await expect(page.getByText('This browser')).toBeVisible();
    await expectAccessible(page);
    await expectNoSideScroll(page);
  });

async function mailTo(product: RunningProduct, template: string, number: string): Promise<ReadMail> {
  const find = async () =>
    await lastMail(product.dataDir, template, `${number}@example.com`).catch(() => null);
  await expect.poll(find, { timeout: 30_000 }).not.toBeNull();
  return await lastMail(product.dataDir, template, `${number}@example.com`);
}

async function choose(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
}

async function logIn(page: Page, number: string, password: string): Promise<void> {
  await page.goto('login');
  await page.getByLabel('Fax number').fill(number);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
