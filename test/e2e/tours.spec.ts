import { expectAccessible } from './mailbox.ts';
import { f2e } from './operator.ts';
import { expect, test } from './product.ts';

const NUMBER = '2125550343';
test.use({ tours: true });

test('[TOUR-02] [TOUR-11] [HEAD-06] a new account sees the tour once; the account menu shows it again', async ({
  page,
  product,
}) => {
  const values = ['--brand', '1', '--number', NUMBER, '--email', `${NUMBER}@example.com`];
  await f2e(product, ['account', 'add', ...values, '--password-stdin'], `${product.password}\n`);
  await page.goto('login');
  await page.getByLabel('Fax number').fill(NUMBER);
  await page.getByLabel('Password', { exact: true }).fill(product.password);
  const settings = page.waitForResponse('**/GlobalSettings.json*');
  await page.getByRole('button', { name: 'Log in' }).click();
  expect(((await (await settings).json()) as { tour: number }).tour).toBe(0);
  const tour = page.getByRole('dialog', { name: 'Welcome to Fax-to-Email' });
  await expect(tour).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const dashboard = page.getByRole('dialog', { name: 'Dashboard' });
  await expect(dashboard).toBeVisible();
  await expect
    .poll(
      async () => await dashboard.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Fax messages' })).toBeVisible();
  const noted = page.waitForResponse('**/TourViewed.json*');
  await page.keyboard.press('Escape');
  expect((await noted).status()).toBe(200);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const again = page.waitForResponse('**/GlobalSettings.json*');
  await page.reload();
  expect(((await (await again).json()) as { tour: number }).tour).toBe(2);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /212-555-0343/u }).click();
  await page.getByRole('menuitem', { name: 'Take tour' }).click();
  await expect(tour).toBeVisible();
});
