import { signIn } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';
import { bodiesOf, watchCalls } from './watched-calls.ts';

const OWNER = '2125550365';

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, OWNER);
});

test('[LOGIN-07] [LOGIN-10] [AUTH-01] [AUTH-07] [AUTH-09] [CALL-04] [CALL-05] [ROUTE-19] a session from login to log out: nodes, tokens and cookies', async ({
  page,
  product,
  playwright,
  faults,
}) => {
  faults.allow(/^412: PUT .*Password/u);
  const calls = watchCalls(page);
  await signIn(page, product, OWNER);
  const { hostname: domain } = new URL(product.baseURL);
  expect(bodiesOf(calls, 'POST', 'getNode.json')).toEqual([
    { username: OWNER, password: product.password, domain },
  ]);
  const login = calls.find(({ path }) => path.endsWith('/auth/login/faxuser.cookie'));
  const credentials = Buffer.from(`${OWNER}:${product.password}`).toString('base64');
  expect([login?.method, login?.body, login?.headers['authorization']]).toEqual([
    'POST',
    null,
    `Basic ${credentials}`,
  ]);

  // At least one call of every kind of path.
  await page.goto('cancellation');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('preferences/account-security');
  await page.getByLabel('Current password').fill('Wrong-1-word');
  await page.getByLabel('New password', { exact: true }).fill('Harbor7light!');
  await page.getByLabel('Confirm password').fill('Harbor7light!');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.locator('.hint[data-bad]')).toHaveText('The current password is wrong.');
  const named = (part: string) => calls.filter(({ path }) => path.includes(part));
  for (const part of ['/auth/login', '/db/f2e/', '/rrad/f2e/']) {
    expect([part, named(part).length > 0]).toEqual([part, true]);
    for (const { path } of named(part)) expect(path).toMatch(new RegExp(`^/api/n1${part}`, 'u'));
  }
  for (const part of ['/faxui/', '/db/list/', '/checkAuthToken']) {
    expect([part, named(part).length > 0]).toEqual([part, true]);
    for (const { path } of named(part)) expect(path).toMatch(new RegExp(`^/api${part}`, 'u'));
  }

  const cookies = await page.context().cookies();
  const valueOf = (name: string) => cookies.find((cookie) => cookie.name === name)?.value ?? '';
  const token = valueOf('access-token');
  const after = calls.slice(calls.indexOf(login!) + 1).filter(({ path }) => !path.endsWith('/events'));
  expect(token).not.toBe('');
  for (const { path, headers, method } of after)
    if (method !== 'GET' || !path.startsWith('/api/faxui/'))
      expect([path, headers['x-access-token']]).toEqual([path, token]);

  const main = `${product.baseURL}/api/n1/db/f2e/MainInterface.json`;
  const outside = await playwright.request.newContext();
  const cookie = `f2e_session=${valueOf('f2e_session')}; access-token=${token}`;
  const status = async (headers: Record<string, string>) => (await outside.get(main, { headers })).status();
  const right = { cookie, 'x-access-token': token };
  expect(await status(right)).toBe(200);
  expect(await status({ 'x-access-token': token })).toBe(401);
  expect(await status({ ...right, 'x-access-token': `${token}x` })).toBe(401);

  // The login page ends the existing session with the same call as logging out.
  const out = page.waitForResponse('**/api/faxui/logout.json');
  await page.goto('login');
  expect((await out).status()).toBe(200);
  await expect(page.getByLabel('Fax number')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('f2e.token'))).toBeNull();
  await page.goto('dashboard');
  await expect(page).toHaveURL(/\/login$/u);
  expect(await status(right)).toBe(401);
  await outside.dispose();
});
