import { join } from 'node:path';
import sharp from 'sharp';

import { expect, test } from '../e2e/product.ts';
import { HARBOR, MEADOW, ensureBrand, homeOf } from '../e2e/two-brands.ts';
import { PROJECT } from '../start-product.ts';

const SIZE = { width: 720, height: 560 };
const GAP = 16;

test('two brands of one installation, side by side', async ({ browser, product }) => {
  test.setTimeout(180_000);
  const shots: Buffer[] = [];
  for (const brand of [HARBOR, MEADOW]) {
    await ensureBrand(product, brand);
    const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${homeOf(product, brand)}/login`);
    await expect(page.getByText(brand.lead)).toBeVisible();
    await page.getByLabel('Fax number').fill(brand.number);
    await page.getByLabel('Password', { exact: true }).fill(product.password);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
    shots.push(await page.screenshot({ animations: 'disabled' }));
    await context.close();
  }
  await sharp({
    create: { width: SIZE.width * 2 + GAP, height: SIZE.height, channels: 3, background: '#dfe3e6' },
  })
    .composite(shots.map((input, index) => ({ input, left: index * (SIZE.width + GAP), top: 0 })))
    .png({ palette: true })
    .toFile(join(PROJECT, 'docs/brands.png'));
});
