import { expectAccessible } from './mailbox.ts';
import { f2e } from './operator.ts';
import { expect, test } from './product.ts';

test.use({ tours: true });

test('[TOUR-02] [TOUR-11] [HEAD-06] [PGEN-09] a new account sees the tour once; the account menu shows it again', async ({
  page,
  product,
}) => {
  const number = '2125550343';
  const values = ['--brand', '1', '--number', number, '--email', `${number}@example.com`];
  await f2e(product, ['account', 'add', ...values, '--password-stdin'], `${product.password}\n`);
  await page.goto('login');
  await page.getByLabel('Fax number').fill(number);
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
  const told: unknown[] = [];
  await page.route('**/GlobalSettings.json*', async (route) => {
    const response = await route.fetch();
    told.push(((await response.json()) as { tour: number }).tour);
    await route.fulfill({ response });
  });
  await page.reload();
  await expect.poll(() => told.at(-1)).toBe(2);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /^Account/u }).click();
  await page.getByRole('menuitem', { name: 'Take tour' }).click();
  await expect(tour).toBeVisible();
});
