import { join } from 'node:path';
import sharp from 'sharp';

import { administrationSignOn } from '#contract/identity/administration-sign-on.ts';
import { signInAdministrator } from '../e2e/administrator.ts';
import { test } from '../e2e/product.ts';
import { PROJECT } from '../start-product.ts';
import { PROVIDER_EXAMPLES, signOnState } from './provider-states.ts';

test.use({ viewport: { width: 1180, height: 1270 }, colorScheme: 'light' });

for (const [guide, example] of Object.entries(PROVIDER_EXAMPLES))
  test(`the picture of the guide for ${example.name}`, async ({ page, product }) => {
    await signInAdministrator(page, product);
    await page.route(
      `**${administrationSignOn.path}*`,
      async (route) => await route.fulfill({ json: signOnState(example) }),
    );
    await page.goto('multifax/single-sign-on');
    await page.getByText('was confirmed').waitFor();
    await page.evaluate(async () => await document.fonts.ready);
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .png({ palette: true })
      .toFile(join(PROJECT, 'docs/single-sign-on', `${guide}.png`));
  });
