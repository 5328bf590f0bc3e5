import { join } from 'node:path';
import sharp from 'sharp';

import { signIn } from '../e2e/mailbox.ts';
import { test } from '../e2e/product.ts';
import { PROJECT } from '../start-product.ts';
import { SHOWN, take } from './camera.ts';
import { SCENES } from './scenes.ts';

for (const scene of SCENES)
  test(`the screen ${scene.name}`, async ({ browser, product, baseURL }) => {
    test.setTimeout(180_000);
    await take(browser, product, baseURL ?? '', scene);
  });

test('the picture of the README', async ({ browser, product, baseURL }) => {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn(page, product, SHOWN);
  await page.goto('inbox');
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.locator('.page-area .page[data-state=ready]').first().waitFor();
  const shot = await page.screenshot();
  await sharp(shot).png({ palette: true }).toFile(join(PROJECT, 'docs/inbox.png'));
  await context.close();
});
