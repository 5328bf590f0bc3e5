import { startFakeEgnyte } from '../egnyte/fake-egnyte.ts';
import type { FakeEgnyte } from '../egnyte/fake-egnyte.ts';
import { cloudHome, ensureCloudBrand, fillLogin } from './cloud-brand.ts';
import { expect, test } from './product.ts';

let fake: FakeEgnyte;
test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  fake = await startFakeEgnyte({}, product.egnytePort);
  await ensureCloudBrand(product);
});
test.afterAll(async () => await fake.stop());

test('[A-EGNYTE-07] a link of an attacker leads to a page that names his domain, and no key is made without a login there', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^403: POST .*login\.php/u, /^console: /u);
  const made = fake.settings.length;
  const query = new URLSearchParams({ domain: 'attacker.egnyte.com', token: 'of-the-attacker' });
  query.set('save_url', `${fake.url}/integrations/settings`);
  const link = `${cloudHome(product)}/egnyte/connect?${query.toString()}`;
  // A person who is logged in here follows it.
  await page.goto(`${cloudHome(product)}/login`);
  await fillLogin(page, product.password);
  await expect(page).toHaveURL(/\/dashboard/u);
  const grant = {
    token: 'of-the-attacker',
    save_url: `${fake.url}/integrations/settings`,
    egnyteDomain: 'attacker.egnyte.com',
    redirect_id: '',
  };
  const allow = async () =>
    await page.evaluate(async (body) => {
      const token = /access-token=([^;]+)/u.exec(document.cookie)?.[1] ?? '';
      const answer = await fetch(
        `${location.pathname.replace(/\/egnyte\/.*/u, '')}/api/faxui/egnyte/login.php`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-access-token': decodeURIComponent(token) },
          body: JSON.stringify(body),
        },
      );
      return answer.status;
    }, grant);
  await page.goto(link);
  await expect(page.getByText('attacker.egnyte.com')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(await allow()).toBe(403);
  await fillLogin(page, product.password);
  await expect(page.getByRole('heading', { name: 'Allow access?' })).toBeVisible();
  await expect(page.getByText('Egnyte domain attacker.egnyte.com')).toBeVisible();
  await page.getByRole('button', { name: 'Do Not Allow Access' }).click();
  await expect(page).toHaveURL(/\/egnyte\/info/u);
  expect(fake.settings).toHaveLength(made);
});
